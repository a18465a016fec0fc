import { useMemo, useSyncExternalStore } from 'react'

/** The dashboard's own addresses (administrator specification, section 2). */
export const places = {
  management: '/admin/management',
  signIn: '/admin/management/sign-in',
} as const

const listeners = new Set<() => void>()
/** Asked before the address changes under something unsaved. */
let hold: ((leave: () => void) => void) | undefined
let shown = current()

function current(): string {
  return location.pathname + location.search
}

function tell(): void {
  shown = current()
  for (const listener of listeners) listener()
}

window.addEventListener('popstate', () => {
  if (hold && current() !== shown) {
    const wanted = current()
    history.pushState(null, '', shown)
    hold(() => go(wanted))
    return
  }
  tell()
})

/** Where the dashboard is. */
export function useAddress(): { path: string; query: URLSearchParams } {
  const address = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => shown,
  )
  return useMemo(() => {
    const url = new URL(address, location.origin)
    return { path: url.pathname, query: url.searchParams }
  }, [address])
}

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address)
  tell()
}

/** Changes keys of the query, without a step in the history; null takes a key away. */
export function changeQuery(change: Readonly<Record<string, string | null>>): void {
  const url = new URL(location.href)
  for (const [key, value] of Object.entries(change)) value === null ? url.searchParams.delete(key) : url.searchParams.set(key, value)
  go(url.pathname + url.search, 'replace')
}

/** Keeps the address while something is unsaved. @returns what lets it go again */
export function holdAddress(asking: (leave: () => void) => void): () => void {
  hold = asking
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => {
    if (hold === asking) hold = undefined
    window.removeEventListener('beforeunload', warn)
  }
}
