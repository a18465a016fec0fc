import { createContext, use } from 'react'
import type { Place } from '../../shared/paths.ts'
import type sidePages from './side-pages.tsx'

type SidePages = typeof sidePages

const SidePagesContext = createContext<SidePages | null>(null)

export const SidePagesProvider = SidePagesContext

/** Set on the pages that it holds: fetched before such a page is taken over. */
export function useSidePages(): SidePages | null {
  return use(SidePagesContext)
}

export function isSidePlace({ kind }: Place): boolean {
  return kind === 'siteMap' || kind === 'validation'
}
