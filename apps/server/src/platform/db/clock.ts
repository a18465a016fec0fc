import type { Pool } from 'pg'

/** Milliseconds by which the database's clock is ahead of this machine's clock. */
let offset = 0

/** Interval in milliseconds at which the server reads the database's clock. */
const MEASURE_MS = 10_000

/**
 * Returns the time in milliseconds since 1970 by the database's clock, which all processes of a deployment share: one process issues a token with an expiry
 * that another checks, and either machine's own clock may be wrong.
 */
export const now = (): number => Date.now() + offset

/** Reads the database's clock now, and then regularly until `stop` is called. @throws when the first reading fails. */
export async function followClock(pool: Pool): Promise<{ stop: () => void }> {
  await measure(pool)
  const timer = setInterval(() => void measure(pool).catch(() => {}), MEASURE_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function measure(pool: Pool): Promise<void> {
  const sent = Date.now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  // The database read its clock between the request and the response, so the middle of the two is the best estimate.
  offset = (rows[0]?.ms ?? sent) - (sent + Date.now()) / 2
}
