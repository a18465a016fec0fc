import type { TagView } from '@sportello/contract'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAnswering } from './features/wizard/answering-context.tsx'
import type { StepsArrive } from './load-page.ts'
import { type Lost, UNREACHABLE } from './lost.ts'
import type { LoadNextPage } from './next-page.ts'
import type { PageData } from './page-data.ts'

interface Navigation {
  page: PageData
  /** Title of the document; null on the first page of a visit, whose document has its title. */
  title: string | null
  /** True while another page is loading. The current page stays visible until then. */
  pending: boolean
  /** Path of the page that is loading; null if none is. */
  goingTo: string | null
  /** The steps of the next page that have been loaded so far; null until the first step is loaded. */
  arriving: Arriving | null
  navigate: (href: string, options?: { replace?: boolean }) => void
  /** Set if another page could not be loaded. The current page then stays visible with all of the visitor's input. */
  lost: (Lost & { retry: () => void; dismiss: () => void }) | null
}

interface Arriving {
  steps: readonly TagView[]
  total: number
}

const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('no navigation is provided here')
  return navigation
}

/**
 * A navigation to another page. `entry` determines how the browser's history changes; `present` means that the browser
 * has already changed it, because the visitor used Back or Forward.
 */
interface Move {
  href: string
  entry: 'push' | 'replace' | 'present'
}

/**
 * Navigates between the pages of one customer without loading a new document, and handles the browser's Back and
 * Forward buttons. If the visitor starts several navigations, the last one wins. It replaces a router library, which
 * would take 26 KB of the first page's 80 KB (docs/decisions/0002-visitor-navigation.md).
 * @param load loads the code that loads further pages
 */
export function NavigationProvider({ initial, load, children }: { initial: PageData; load: () => Promise<LoadNextPage>; children: ReactNode }) {
  const [{ page, title }, setPage] = useState<Pick<Navigation, 'page' | 'title'>>({ page: initial, title: null })
  const [goingTo, setGoingTo] = useState<string | null>(null)
  const latest = useRef(0)
  const [lostMove, setLostMove] = useState<(Lost & { move: Move }) | null>(null)
  const [arriving, setArriving] = useState<Arriving | null>(null)
  const { prepare } = useAnswering()

  const follow = useCallback(
    async (to: Move) => {
      const leave = () => (to.entry === 'present' ? location.reload() : location[to.entry === 'replace' ? 'replace' : 'assign'](to.href))
      const move = ++latest.current
      setLostMove(null)
      setGoingTo(to.href)
      const arrive: StepsArrive = (steps, total) => {
        if (move === latest.current && steps.length > 0) setArriving({ steps, total })
      }
      const next = await load()
        .then((loadNextPage) => loadNextPage(new URL(to.href, location.href), arrive))
        .then(async (loaded) => {
          if (loaded && move === latest.current) await prepare(loaded.page.steps)
          return loaded
        })
        // The code that loads or shows the page could not be loaded.
        .catch(() => undefined)
      if (move !== latest.current) return
      if (next === null) return leave()
      setGoingTo(null)
      setArriving(null)
      if (next === undefined) return setLostMove({ ...UNREACHABLE, move: to })
      // A page that cannot be shown after Back or Forward is loaded as a new document, so that the server renders the
      // error page. If the server cannot be reached, the browser stays on the current document.
      if (next.lost && (to.entry !== 'present' || next.page.failure === 'unavailable')) return setLostMove({ ...next.lost, move: to })
      if (next.needsDocument) return leave()
      if (to.entry !== 'present') history[to.entry === 'replace' ? 'replaceState' : 'pushState'](null, '', to.href)
      setPage(next)
    },
    [load, prepare],
  )

  useEffect(() => {
    const back = () => void follow({ href: location.href, entry: 'present' })
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [follow])

  const navigate = useCallback((href: string, { replace = false } = {}) => void follow({ href, entry: replace ? 'replace' : 'push' }), [follow])
  const navigation = useMemo(() => {
    const lost = lostMove && { ...lostMove, retry: () => void follow(lostMove.move), dismiss: () => setLostMove(null) }
    return { page, title, pending: goingTo !== null, goingTo, arriving, navigate, lost }
  }, [page, title, goingTo, arriving, navigate, lostMove, follow])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
