import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let outdated = false

const ownScript = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')

/** Compares the script that the server names now with the one that this page runs: a release changes the names of all built files. */
async function check(): Promise<void> {
  const script = ownScript()
  if (!script) return
  try {
    const response = await fetch(location.pathname, { cache: 'no-store' })
    if (!response.ok || (await response.text()).includes(script)) return
  } catch {
    return
  }
  outdated = true
  for (const listener of listeners) listener()
}

/** Checks for a newer release whenever a built file could not be fetched. */
export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void check())
}

/** Whether the server serves a newer release than this page runs. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => outdated,
  )
}
