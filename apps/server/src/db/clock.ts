import type { Pool } from 'pg'

/** How far the database's clock is ahead of this machine's, in milliseconds. */
let ahead = 0

const LOOK_MS = 10_000

/**
 * Milliseconds since 1970 by the clock of the database, which all processes of a deployment share: what one of them has sealed with an end
 * is judged by another, and either machine's own clock may be wrong.
 */
export const now = (): number => Date.now() + ahead

/** Learns the database's clock, and follows it until stopped. @throws when the database does not answer the first time. */
export async function followClock(pool: Pool): Promise<{ stop: () => void }> {
  await look(pool)
  const timer = setInterval(() => void look(pool).catch(() => {}), LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function look(pool: Pool): Promise<void> {
  const asked = Date.now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  // The answer was true some time between the question and now: in the middle, as far as one can know.
  ahead = (rows[0]?.ms ?? asked) - (asked + Date.now()) / 2
}
