import type { TagView } from '@sportello/contract'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api, CallError } from '../shared/call.ts'
import { placeOf } from '../shared/paths.ts'
import { useAnswering } from './features/wizard/answering-context.tsx'
import { loadPage, type StepsArrive } from './load-page.ts'
import type { PageData } from './page-data.ts'
import { usePageSettings } from './page-settings.ts'

interface Navigation {
  page: PageData
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

type Lost = { kind: 'refused'; error: Pick<CallError, 'errors' | 'status'> } | { kind: 'languages' }

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
 * would take 26 KB of the first page's 85 KB (docs/decisions/0002-visitor-navigation.md).
 */
export function NavigationProvider({ initial, api, children }: { initial: PageData; api: Api; children: ReactNode }) {
  const settings = usePageSettings()
  const [page, setPage] = useState(initial)
  const [goingTo, setGoingTo] = useState<string | null>(null)
  const latest = useRef(0)
  const [lostMove, setLostMove] = useState<(Lost & { move: Move }) | null>(null)
  const [arriving, setArriving] = useState<Arriving | null>(null)
  const { customer } = initial.place
  const { prepare } = useAnswering()

  const follow = useCallback(
    async (to: Move) => {
      const leave = () => (to.entry === 'present' ? location.reload() : location[to.entry === 'replace' ? 'replace' : 'assign'](to.href))
      const place = placeOf(new URL(to.href, location.href))
      // A page of another customer is loaded as a new document, because the current document does not contain that
      // customer's phrases and styles (visitor specification, section 2).
      if (place.customer !== customer) return leave()
      const move = ++latest.current
      setLostMove(null)
      setGoingTo(to.href)
      const arrive: StepsArrive = (steps, total) => {
        if (move === latest.current && steps.length > 0) setArriving({ steps, total })
      }
      const next = await loadPage(api, place, { preferred: settings.languages, saved: null }, arrive)
      if (move !== latest.current) return
      const prepared = await prepare(next.steps).then(
        () => true,
        () => false,
      )
      if (move !== latest.current) return
      setGoingTo(null)
      setArriving(null)
      const lost = prepared ? lostOf(next) : UNREACHABLE
      // A page that cannot be shown after Back or Forward is loaded as a new document, so that the server renders the
      // error page. If the server cannot be reached, the browser stays on the current document.
      if (lost && (to.entry !== 'present' || !prepared || next.failure === 'unavailable')) return setLostMove({ ...lost, move: to })
      // A page in another language, or of an inactive form, is loaded as a new document, because the current document
      // does not contain its phrases.
      if (next.redirect !== null || next.failure !== null || next.customer?.language !== settings.words.language) return leave()
      if (to.entry !== 'present') history[to.entry === 'replace' ? 'replaceState' : 'pushState'](null, '', to.href)
      setPage(next)
    },
    [api, settings, customer, prepare],
  )

  useEffect(() => {
    const back = () => void follow({ href: location.href, entry: 'present' })
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [follow])

  const navigate = useCallback((href: string, { replace = false } = {}) => void follow({ href, entry: replace ? 'replace' : 'push' }), [follow])
  const navigation = useMemo(() => {
    const lost = lostMove && { ...lostMove, retry: () => void follow(lostMove.move), dismiss: () => setLostMove(null) }
    return { page, pending: goingTo !== null, goingTo, arriving, navigate, lost }
  }, [page, goingTo, arriving, navigate, lostMove, follow])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

/** The server or the connection failed, without an error from the server. */
const UNREACHABLE: Lost = { kind: 'refused', error: { errors: [], status: 0 } }

/** Returns why a page cannot be shown; null if the page can be shown or redirects to another page. */
function lostOf({ failure, refusal }: PageData): Lost | null {
  if (failure === 'languages') return { kind: 'languages' }
  if (refusal !== null) return { kind: 'refused', error: refusal }
  return failure === 'unavailable' ? UNREACHABLE : null
}
