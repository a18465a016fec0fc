import type { Pool } from 'pg'

/** Milliseconds that the database's clock is ahead of this machine's. */
let offset = 0

/** Milliseconds between two measurements of the database's clock. */
const MEASURE_MS = 10_000

/**
 * Returns the time in milliseconds since 1970 by the database's clock, which all processes of a deployment share: one process issues a token with an expiry
 * that another checks, and either machine's own clock may be wrong.
 */
export const now = (): number => Date.now() + offset

/** Measures the database's clock now and regularly until stopped. @throws when the first measurement fails. */
export async function followClock(pool: Pool): Promise<{ stop: () => void }> {
  await measure(pool)
  const timer = setInterval(() => void measure(pool).catch(() => {}), MEASURE_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function measure(pool: Pool): Promise<void> {
  const sent = Date.now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  // The database read its clock between request and response; the middle is the best estimate.
  offset = (rows[0]?.ms ?? sent) - (sent + Date.now()) / 2
}
