import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { ApiError } from './api-error.ts'

/**
 * Maximum number of requests that wait for a database connection. With 8 connections, each busy for some 2 ms per call, the last in the queue is served within
 * about a second; a longer queue would only wait for the same 503 until `connectionTimeoutMillis`.
 */
const MAX_WAITING = 512
/** Maximum delay of the event loop in milliseconds. A response takes several iterations; when each lasts longer than this, no visitor is served in time. */
const MAX_DELAY_MS = 1_000
/**
 * Number of delayed iterations of the event loop in a row that count as overload: a single one may be the start, a garbage collection, or a suspended machine.
 */
const MAX_LATE = 3
const CHECK_MS = 100

/** Matches the paths that are served even under overload: health checks and metrics cost little and matter most then. */
const ALWAYS_SERVED = /^\/(?:health\/|metrics$)/

/** Sheds load: answers 503 at once when a new request could not be served in time, so that the requests already waiting are. */
export function shedLoad(app: FastifyInstance, { pool }: Pick<Database, 'pool'>): void {
  const isLate = watchLoop(app)
  app.addHook('onRequest', async (request) => {
    if ((pool.waitingCount < MAX_WAITING && !isLate()) || ALWAYS_SERVED.test(request.routeOptions.url ?? '')) return
    throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '2' } })
  })
}

/**
 * Measures the event loop's delay by a timer. `monitorEventLoopDelay` does not help: it records nothing between two resets when each iteration is longer than
 * their interval. @returns a function that tells whether the last iterations were all too long
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
