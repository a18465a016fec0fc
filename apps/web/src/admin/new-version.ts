import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let outdated = false

const ownScript = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')

/** Fetches the dashboard's page again and compares its script with the running script: a release changes the names of all built files. */
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

/** Checks for a newer release of the dashboard whenever the browser fails to fetch a built file. */
export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void check())
}

/** Returns whether the server has a newer release of the dashboard than this page. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => outdated,
  )
}
