import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'
import { acrossCustomers } from './with-customer.ts'

/** Rows of one transaction: however many there are after a night without a worker, each ends well within the time that a statement has, and stays done. */
const BATCH = 1_000

/**
 * Changes rows of the whole deployment, some at a time, until there are no more.
 * @param statement changes at most so many rows, and none that somebody holds (`limit … for update skip locked`)
 */
export async function inBatches(db: Kysely<DB>, statement: (most: number) => string): Promise<void> {
  const text = statement(BATCH)
  const changed = () => acrossCustomers(db, async (transaction) => Number((await sql.raw(text).execute(transaction)).numAffectedRows ?? 0))
  while ((await changed()) === BATCH);
}
