import { createContext, use } from 'react'
import type { Place } from '../../shared/paths.ts'
import type sidePages from './side-pages.tsx'

type SidePages = typeof sidePages

const SidePagesContext = createContext<SidePages | null>(null)

export const SidePagesProvider = SidePagesContext

/**
 * Returns the components of the pages outside the form, such as the site map; null on all other pages. Their code is
 * loaded before hydration.
 */
export function useSidePages(): SidePages | null {
  return use(SidePagesContext)
}

export function isSidePlace(place: Place): boolean {
  return place.kind === 'siteMap' || place.kind === 'statement' || place.kind === 'validation' || (place.kind === 'receipt' && place.key !== null)
}
