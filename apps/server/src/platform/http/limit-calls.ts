import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { CallCounts } from './call-counts.ts'
import { networkOf } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Cost of an expensive response: the number of calls that the rate limit counts in addition to the call itself. */
    extraCalls: number
    /** The counts of the rate limit that applies to the request; null without one. */
    callCounts: CallCounts | null
  }
}

/** Time window of the rate limit in milliseconds. */
export const RATE_LIMIT_WINDOW_MS = 60_000
/** Names of the response headers with the limit, the calls that are left, and the seconds until the window ends. */
export const RATE_LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

/**
 * Limits the API calls of one client network per minute. A call counts as one call, plus its `extraCalls` if it needs
 * more CPU time than most calls. At the default limit, a client that makes only the most expensive calls uses at most 5
 * % of a core (measured: `npm run bench limits`).
 */
export async function limitCalls(app: FastifyInstance, max: () => Promise<number>): Promise<void> {
  const counts = new CallCounts()
  app.decorateRequest('extraCalls', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.callCounts = counts
    done()
  })
  app.addHook('onResponse', async (request) => {
    if (request.extraCalls > 0) counts.charge(networkOf(request.ip), request.extraCalls)
  })
  await app.register(rateLimit, {
    max,
    timeWindow: RATE_LIMIT_WINDOW_MS,
    // The plugin @fastify/rate-limit constructs its store itself. This constructor returns the shared store, so that
    // the server can also add calls to it.
    store: function SharedCounts() {
      return counts
    } as unknown as FastifyRateLimitStoreCtor,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) => new ApiError([{ code: 'forms0045' }], { headers: { 'retry-after': String(Math.ceil(context.ttl / 1_000)) } }),
  })
}
