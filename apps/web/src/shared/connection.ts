/**
 * Whether the service can be reached, as the page's own calls find it: one place that they report to, and that the page listens to.
 * The browser alone does not know: it says "online" wherever there is a network, even one that leads nowhere.
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
