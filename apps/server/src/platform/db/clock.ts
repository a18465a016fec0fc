import type { Pool } from 'pg'

/** Milliseconds by which the database's clock is ahead of the clock of the machine on which the server runs. */
let offset = 0

/** Interval in milliseconds at which the server reads the database's clock. */
const MEASURE_MS = 10_000

/**
 * Returns the time of the database's clock in milliseconds since 1970. All processes of a deployment use this clock,
 * because one process may issue a token whose expiry another process checks.
 */
export const now = (): number => Date.now() + offset

/**
 * Reads the database's clock now, and then at a regular interval until `stop` is called.
 * @throws if the first reading fails.
 */
export async function followClock(pool: Pool): Promise<{ stop: () => void }> {
  await measure(pool)
  const timer = setInterval(() => void measure(pool).catch(() => {}), MEASURE_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function measure(pool: Pool): Promise<void> {
  const sent = Date.now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  // The database probably read its clock in the middle between the request and the response. This is the best estimate,
  // because the delay in each direction is unknown.
  offset = (rows[0]?.ms ?? sent) - (sent + Date.now()) / 2
}
