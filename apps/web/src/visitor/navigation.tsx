import type { TagView } from '@sportello/contract'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api, CallError } from '../shared/call.ts'
import { placeOf } from '../shared/paths.ts'
import { loadPage, type StepsArrive } from './load-page.ts'
import type { PageData } from './page-data.ts'
import { usePageSettings } from './page-settings.ts'

interface Navigation {
  page: PageData
  /** Whether another page is being loaded; the current page is shown until then. */
  pending: boolean
  /** The loaded steps of the page that is being loaded; null until the first step is loaded. */
  arriving: Arriving | null
  navigate: (href: string, options?: { replace?: boolean }) => void
  /** Set if another page could not be loaded. The current page then stays as it is, with all the visitor's input. */
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
 * A navigation to another page. `entry` says what happens to the browser's history; `present` means that the browser
 * has already moved to the entry (back or forward).
 */
interface Move {
  href: string
  entry: 'push' | 'replace' | 'present'
}

/**
 * Navigates between the pages of one customer without loading a new document, and handles the browser's Back and
 * Forward buttons. If the visitor navigates several times in a row, the last navigation wins. A router library was not
 * used, because it takes 26 KB of the first page's 100 KB (docs/decisions/0002-visitor-navigation.md).
 */
export function NavigationProvider({ initial, api, children }: { initial: PageData; api: Api; children: ReactNode }) {
  const settings = usePageSettings()
  const [page, setPage] = useState(initial)
  const [pending, setPending] = useState(false)
  const latest = useRef(0)
  const [lostMove, setLostMove] = useState<(Lost & { move: Move }) | null>(null)
  const [arriving, setArriving] = useState<Arriving | null>(null)
  const { customer } = initial.place

  const follow = useCallback(
    async (to: Move) => {
      const leave = () => (to.entry === 'present' ? location.reload() : location[to.entry === 'replace' ? 'replace' : 'assign'](to.href))
      const place = placeOf(new URL(to.href, location.href))
      // A page of another customer is loaded as a new document, because the current document lacks the other customer's
      // phrases and styles (visitor specification, section 2).
      if (place.customer !== customer) return leave()
      const move = ++latest.current
      setLostMove(null)
      setPending(true)
      const arrive: StepsArrive = (steps, total) => {
        if (move === latest.current && steps.length > 0) setArriving({ steps, total })
      }
      const next = await loadPage(api, place, { preferred: settings.languages, saved: null }, arrive)
      if (move !== latest.current) return
      setPending(false)
      setArriving(null)
      const lost = lostOf(next)
      // After Back or Forward, the browser reloads the page, so that the server renders the error page. If the server
      // is unreachable, the browser does not reload.
      if (lost && (to.entry !== 'present' || next.failure === 'unavailable')) return setLostMove({ ...lost, move: to })
      // A page in another language or of an inactive form is loaded as a new document, because the current document
      // lacks the page's phrases.
      if (next.redirect !== null || next.failure !== null || next.customer?.language !== settings.words.language) return leave()
      if (to.entry !== 'present') history[to.entry === 'replace' ? 'replaceState' : 'pushState'](null, '', to.href)
      setPage(next)
    },
    [api, settings, customer],
  )

  useEffect(() => {
    const back = () => void follow({ href: location.href, entry: 'present' })
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [follow])

  const navigate = useCallback((href: string, { replace = false } = {}) => void follow({ href, entry: replace ? 'replace' : 'push' }), [follow])
  const navigation = useMemo(() => {
    const lost = lostMove && { ...lostMove, retry: () => void follow(lostMove.move), dismiss: () => setLostMove(null) }
    return { page, pending, arriving, navigate, lost }
  }, [page, pending, arriving, navigate, lostMove, follow])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

/** Returns the reason why a page cannot be shown; null if the page can be shown or redirects. */
function lostOf({ failure, refusal }: PageData): Lost | null {
  if (failure === 'languages') return { kind: 'languages' }
  if (refusal !== null) return { kind: 'refused', error: refusal }
  return failure === 'unavailable' ? { kind: 'refused', error: { errors: [], status: 0 } } : null
}
