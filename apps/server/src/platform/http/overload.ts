import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { ApiError } from './api-error.ts'

/**
 * Maximum number of HTTP requests that wait for a database connection. There are 8 connections, and a call uses one for
 * about 2 ms, so the last waiting request is handled within about a second. In a longer queue, the last requests would
 * get a 503 anyway, but only after `connectionTimeoutMillis`.
 */
const MAX_WAITING = 512
/**
 * Delay of the event loop in milliseconds above which an iteration counts as late. A response takes several iterations;
 * if each is later than this, no visitor gets a response in time.
 */
const MAX_DELAY_MS = 1_000
/**
 * The server counts as overloaded after this many late iterations of its event loop in a row. A single late iteration
 * may
 * have another cause: the start, a garbage collection, or a suspended machine.
 */
const MAX_LATE = 3
const CHECK_MS = 100

/**
 * Matches the URL paths that the server answers even during overload: health checks and metrics. They cost little (the
 * metrics query the database at most once in ten seconds), and are most important during overload.
 */
const ALWAYS_SERVED = /^\/(?:health\/|metrics$)/

/**
 * Rejects new HTTP requests at once with 503 during overload (load shedding), so that the server handles the requests
 * that are already waiting in time.
 * @returns a function that returns true during overload
 */
export function shedLoad(app: FastifyInstance, { pool }: Pick<Database, 'pool'>): () => boolean {
  const isLate = watchLoop(app)
  const isOverloaded = () => pool.waitingCount >= MAX_WAITING || isLate()
  app.addHook('onRequest', async (request) => {
    if (!isOverloaded() || ALWAYS_SERVED.test(request.routeOptions.url ?? '')) return
    throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '2' } })
  })
  return isOverloaded
}

/**
 * Measures the event loop's delay with a timer. `monitorEventLoopDelay` is not suitable: it records nothing between two
 * resets if each iteration is longer than its interval.
 * @returns a function that returns true if the last iterations were all too late
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
