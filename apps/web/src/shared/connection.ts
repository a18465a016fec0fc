/**
 * Stores whether the page's own API calls reach the service, and notifies listeners of changes. `navigator.onLine` is
 * not sufficient, because it is also true on a network that does not reach the service.
 */
function makeConnection() {
  const listeners = new Set<() => void>()
  let up = true
  function set(now: boolean): void {
    if (now === up) return
    up = now
    for (const listener of listeners) listener()
  }
  return {
    isUp: () => up,
    reached: () => set(true),
    lost: () => set(false),
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const connection = makeConnection()
