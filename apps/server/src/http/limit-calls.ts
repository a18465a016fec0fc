import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { CallCounts } from './call-counts.ts'
import { Fault } from './fault.ts'
import { networkOf } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What answering it cost beyond one call, in calls. */
    extraCalls: number
  }
}

/**
 * Limits what one network address may ask for in a minute. A call counts as one; one that costs the processor more than most says so in `extraCalls`, and
 * counts for that too. At the limit that is set unless told, a minute of the dearest calls costs at most 5 % of a core (measured: `npm run bench limits`).
 */
export async function limitCalls(app: FastifyInstance, max: () => Promise<number>): Promise<void> {
  const counts = new CallCounts()
  app.decorateRequest('extraCalls', 0)
  app.addHook('onResponse', async (request) => {
    if (request.extraCalls > 0) counts.charge(networkOf(request.ip), request.extraCalls)
  })
  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    // The plugin makes its store itself; a constructor that returns an object makes that one.
    store: function SharedCounts() {
      return counts
    } as unknown as FastifyRateLimitStoreCtor,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) => new Fault([{ code: 'forms0045' }], { headers: { 'retry-after': String(Math.ceil(context.ttl / 1_000)) } }),
  })
}
