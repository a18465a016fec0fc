import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { Fault } from './fault.ts'

/**
 * Calls that wait for one of the pool's connections. With 8 of them, each busy for some 2 ms a call, the last of these is served within about a second;
 * who came behind them would wait until the pool gives up, in `connectionTimeoutMillis`, and be told the same then.
 */
const MAX_WAITING = 512
/** A turn of the process's one loop takes some milliseconds. An answer takes several turns: where each lasts longer than this, nobody is served in time. */
const MAX_TURN_MS = 1_000
/** So many turns on each other's heels: one may be a start, a collection of garbage, or a machine that slept. */
const LATE_TURNS = 3
const LOOK_MS = 100

/** How the process is: counted in memory, and wanted most when it does worst. */
const ALWAYS_TOLD = /^\/(?:health\/|metrics$)/

/** Says "not now" at once to whoever could only be told so later, so that those who wait already are served. How the process is, it always tells. */
export function refuseOverload(app: FastifyInstance, { pool }: Pick<Database, 'pool'>): void {
  const isLate = watchLoop(app)
  app.addHook('onRequest', async (request) => {
    if ((pool.waitingCount < MAX_WAITING && !isLate()) || ALWAYS_TOLD.test(request.routeOptions.url ?? '')) return
    throw new Fault([{ code: 'forms0002' }], { headers: { 'retry-after': '2' } })
  })
}

/**
 * Looks at how late its own timer is, as long turns make it; `monitorEventLoopDelay` counts nothing between two resets where each turn is longer than their
 * distance. @returns whether the last turns were all too long
 */
function watchLoop(app: FastifyInstance): () => boolean {
  let [late, looked] = [0, performance.now()]
  const looks = setInterval(() => {
    const now = performance.now()
    late = now - looked - LOOK_MS > MAX_TURN_MS ? late + 1 : 0
    looked = now
  }, LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(looks))
  return () => late >= LATE_TURNS
}
