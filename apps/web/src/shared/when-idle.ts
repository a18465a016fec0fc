/** Calls `run` when the browser is idle, or after a time. Safari has no idle callbacks. @returns a function that stops it */
export function whenIdle(run: () => void, timeout: number): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout })
  return () => cancelIdleCallback(handle)
}
