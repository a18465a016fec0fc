import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let outdated = false

const ownScript = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')

/**
 * Checks whether the server has a newer release: loads the dashboard's HTML page again, and compares the file name of
 * its
 * script with that of the running script. The name changes with each release.
 */
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

/**
 * Whenever the browser fails to load a script or style file of the dashboard, checks whether the server has a newer
 * release.
 */
export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void check())
}

/** Returns true if the server has a newer release of the dashboard than the one that runs in this page. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => outdated,
  )
}
