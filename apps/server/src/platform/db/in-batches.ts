import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'
import { acrossCustomers } from './with-customer.ts'

/**
 * Maximum number of rows that a batch changes per transaction, so that each transaction finishes well within the
 * statement timeout.
 */
const BATCH = 1_000

/**
 * Runs a statement batch by batch on the rows of all customers, until the statement changes no more rows.
 * @param statement changes at most `limit` rows, and skips locked rows (`limit … for update skip locked`)
 */
export async function inBatches(db: Kysely<DB>, statement: (limit: number) => string): Promise<void> {
  const text = statement(BATCH)
  const changed = () => acrossCustomers(db, async (transaction) => Number((await sql.raw(text).execute(transaction)).numAffectedRows ?? 0))
  while ((await changed()) === BATCH);
}
