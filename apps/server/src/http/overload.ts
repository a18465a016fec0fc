import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { Fault } from './fault.ts'

/**
 * Calls that wait for one of the pool's connections. With 8 of them, each busy for some 2 ms a call, the last of these is served within about a second;
 * who came behind them would wait until the pool gives up, in `connectionTimeoutMillis`, and be told the same then.
 */
const MAX_WAITING = 512

/** Says "not now" at once to whoever could only be told so later, so that those who wait already are served. How the process is, it always tells. */
export function refuseOverload(app: FastifyInstance, { pool }: Pick<Database, 'pool'>): void {
  app.addHook('onRequest', async (request) => {
    if (pool.waitingCount < MAX_WAITING || request.routeOptions.url?.startsWith('/health/')) return
    throw new Fault([{ code: 'forms0002' }], { headers: { 'retry-after': '2' } })
  })
}
