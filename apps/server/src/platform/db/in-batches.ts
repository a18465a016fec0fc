import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'
import { acrossCustomers } from './with-customer.ts'

/**
 * Maximum number of rows that a batch changes in one transaction. It is chosen so that each transaction ends well
 * before the statement timeout.
 */
const BATCH = 1_000

/**
 * Repeats a statement, one batch per transaction, on the rows of all customers until it changes no more rows.
 * @param statement changes at most `limit` rows, and skips locked rows (`limit … for update skip locked`)
 */
export async function inBatches(db: Kysely<DB>, statement: (limit: number) => string): Promise<void> {
  const text = statement(BATCH)
  const changed = () => acrossCustomers(db, async (transaction) => Number((await sql.raw(text).execute(transaction)).numAffectedRows ?? 0))
  while ((await changed()) === BATCH);
}
