import { createContext, use } from 'react'
import type sidePages from './side-pages.tsx'

type SidePages = typeof sidePages

const SidePagesContext = createContext<SidePages | null>(null)

export const SidePagesProvider = SidePagesContext

/**
 * Returns the components of the pages outside the form, such as the site map and the error pages; null on all other
 * pages. Their code is loaded before hydration.
 */
export function useSidePages(): SidePages | null {
  return use(SidePagesContext)
}
