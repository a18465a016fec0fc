/**
 * Records whether the page's API calls currently reach the server, and notifies listeners when this changes.
 * `navigator.onLine` is not sufficient, because it is true even if the network has no connection to the server.
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
