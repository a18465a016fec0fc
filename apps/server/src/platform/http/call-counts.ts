import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/**
 * Maximum number of client networks for which the rate limit counts calls. If a further network appears, the counter
 * whose time window ends first is evicted.
 */
const MAX_NETWORKS = 50_000

interface Window {
  calls: number
  ends: number
}

/**
 * Store for @fastify/rate-limit that counts calls in fixed time windows. It replaces the plugin's own store, which
 * returns
 * the same object to parallel calls. Each of these calls then sees the count of the last one, and all are rejected (in
 * a test, all of 12 calls at a limit of 3).
 */
export class CallCounts implements FastifyRateLimitStore {
  /** The rate limit's current time window for each client network, ordered by the time when the window ends. */
  readonly #windows = new Map<string, Window>()

  /** Adds `calls` to a client network's count for the rate limit. Used when one API call counts as several. */
  charge(key: string, calls: number): void {
    const window = this.#windows.get(key)
    if (window && window.ends > Date.now()) window.calls += calls
  }

  incr(key: string, tell: (error: null, result: { current: number; ttl: number }) => void, windowMs: number): void {
    const now = Date.now()
    const { calls, ends } = this.count(key, now, windowMs)
    tell(null, { current: calls, ttl: ends - now })
  }

  /**
   * Counts one call of a client network.
   * @param now the time in milliseconds since 1970
   * @returns the calls in the current time window, and the time when it ends
   */
  count(key: string, now: number, windowMs: number): Readonly<Window> {
    for (const [oldest, { ends }] of this.#windows) {
      if (ends > now && this.#windows.size <= MAX_NETWORKS) break
      this.#windows.delete(oldest)
    }
    const window = this.#windows.get(key) ?? { calls: 0, ends: now + windowMs }
    window.calls++
    this.#windows.set(key, window)
    return window
  }

  child(): FastifyRateLimitStore {
    return new CallCounts()
  }
}
