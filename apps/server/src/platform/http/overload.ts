import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { ApiError } from './api-error.ts'

/**
 * Maximum number of HTTP requests that wait for a database connection. With 8 connections, each in use for some 2 ms
 * per call, the server handles the last waiting request within about a second. Requests in a longer queue would get a
 * 503 too, but only after `connectionTimeoutMillis`.
 */
const MAX_WAITING = 512
/**
 * Maximum delay of the event loop in milliseconds before the server counts as overloaded. A response takes several
 * iterations of the loop; if each is delayed longer than this, no visitor gets a response in time.
 */
const MAX_DELAY_MS = 1_000
/**
 * The server counts as overloaded after this number of delayed iterations of the event loop in a row. A single delay
 * may come from the start, a garbage collection, or a suspended machine.
 */
const MAX_LATE = 3
const CHECK_MS = 100

/**
 * Matches the URL paths that the server answers even during overload: health checks and metrics, which cost little and
 * matter most then.
 */
const ALWAYS_SERVED = /^\/(?:health\/|metrics$)/

/**
 * Rejects new HTTP requests with 503 at once during overload (load shedding), so that the server handles the waiting
 * requests in time.
 */
export function shedLoad(app: FastifyInstance, { pool }: Pick<Database, 'pool'>): void {
  const isLate = watchLoop(app)
  app.addHook('onRequest', async (request) => {
    if ((pool.waitingCount < MAX_WAITING && !isLate()) || ALWAYS_SERVED.test(request.routeOptions.url ?? '')) return
    throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '2' } })
  })
}

/**
 * Measures the event loop's delay with a timer. `monitorEventLoopDelay` is not suitable: it records nothing between two
 * resets if each iteration is longer than the interval.
 * @returns a function that returns whether the last iterations were all too long
 */
function watchLoop(app: FastifyInstance): () => boolean {
  let [late, checked] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    late = now - checked - CHECK_MS > MAX_DELAY_MS ? late + 1 : 0
    checked = now
  }, CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return () => late >= MAX_LATE
}
