/**
 * Stores whether the service is reachable, as reported by the page's own calls, and notifies listeners. `navigator.onLine` is not sufficient, because it is
 * true on any network, even one without access to the service.
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
