import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api } from '../shared/call.ts'
import { placeOf } from '../shared/paths.ts'
import { loadPage, type PageData } from './load-page.ts'
import { usePageSettings } from './page-settings.ts'

interface Navigation {
  page: PageData
  /** Whether another page is being loaded; the present one stays until it is there. */
  pending: boolean
  navigate: (href: string, options?: { replace?: boolean }) => void
  /** Set where a page could not be fetched: the present one stays as it is. */
  lost: { retry: () => void; dismiss: () => void } | null
}

const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('no navigation is provided here')
  return navigation
}

/** A way to another page; `entry` says what becomes of the browser's history: 'present' = the browser has moved there already. */
interface Move {
  href: string
  entry: 'push' | 'replace' | 'present'
}

/**
 * Moves between the pages of one customer without loading a document, and follows the browser's back and forward buttons. Of
 * several moves in a row the last one counts. A router library does more and weighs 26 KB of the first view's 100
 * (docs/decisions/0002-visitor-navigation.md).
 */
export function NavigationProvider({ initial, api, children }: { initial: PageData; api: Api; children: ReactNode }) {
  const settings = usePageSettings()
  const [page, setPage] = useState(initial)
  const [pending, setPending] = useState(false)
  const latest = useRef(0)
  const [lostMove, setLostMove] = useState<Move | null>(null)

  const follow = useCallback(
    async (to: Move) => {
      const move = ++latest.current
      setLostMove(null)
      setPending(true)
      const next = await loadPage(api, placeOf(new URL(to.href, location.href)), { preferred: settings.languages, saved: null })
      if (move !== latest.current) return
      setPending(false)
      // Without a connection a document could not be loaded either, and what is on the page would be gone.
      if (next.failure === 'unavailable') return setLostMove(to)
      // Another language or an inactive form needs the server's page: its words are not here.
      if (next.redirect !== null || next.failure !== null || next.customer?.language !== settings.words.language) {
        if (to.entry === 'present') return location.reload()
        return location[to.entry === 'replace' ? 'replace' : 'assign'](to.href)
      }
      if (to.entry !== 'present') history[to.entry === 'replace' ? 'replaceState' : 'pushState'](null, '', to.href)
      setPage(next)
    },
    [api, settings],
  )

  useEffect(() => {
    const back = () => void follow({ href: location.href, entry: 'present' })
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [follow])

  const navigate = useCallback((href: string, { replace = false } = {}) => void follow({ href, entry: replace ? 'replace' : 'push' }), [follow])
  const navigation = useMemo(() => {
    const lost = lostMove && { retry: () => void follow(lostMove), dismiss: () => setLostMove(null) }
    return { page, pending, navigate, lost }
  }, [page, pending, navigate, lostMove, follow])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
