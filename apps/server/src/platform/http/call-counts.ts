import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/**
 * Maximum number of client networks for which the rate limit counts calls. For a further network, the counter whose
 * window ends first is evicted.
 */
const MAX_NETWORKS = 50_000

/**
 * Store for @fastify/rate-limit that counts calls in fixed windows. The plugin's own store gives parallel calls the
 * same object, so that each call sees the count of the last one and all are rejected (12 at a limit of 3, seen in a
 * test).
 */
export class CallCounts implements FastifyRateLimitStore {
  /** The current rate limit window of each client network, ordered by the end of the window. */
  readonly #windows = new Map<string, { calls: number; ends: number }>()

  /** Adds `calls` to the rate limit count of a client network, for a call that costs more than one. */
  charge(key: string, calls: number): void {
    const window = this.#windows.get(key)
    if (window && window.ends > Date.now()) window.calls += calls
  }

  incr(key: string, tell: (error: null, result: { current: number; ttl: number }) => void, windowMs: number): void {
    const now = Date.now()
    for (const [oldest, { ends }] of this.#windows) {
      if (ends > now && this.#windows.size <= MAX_NETWORKS) break
      this.#windows.delete(oldest)
    }
    const window = this.#windows.get(key) ?? { calls: 0, ends: now + windowMs }
    window.calls++
    this.#windows.set(key, window)
    tell(null, { current: window.calls, ttl: window.ends - now })
  }

  child(): FastifyRateLimitStore {
    return new CallCounts()
  }
}
