import { type CustomerDb, withCustomer } from '../db/with-customer.ts'
import type { Services } from '../services.ts'

/** Longer than a send can be on its way between its files and its row. */
const ORPHAN_AGE_MS = 24 * 3_600_000

/**
 * Removes kept files that no request names: left by a process killed, or by a database lost, between the files and the row. Daily.
 * @returns how many were removed.
 */
export async function sweepAttachments(services: Pick<Services, 'attachments' | 'database'>, now = Date.now()): Promise<number> {
  let removed = 0
  for await (const { customerCode, ids } of services.attachments.keptBefore(now - ORPHAN_AGE_MS)) {
    if (ids.length === 0) continue
    const named = await withCustomer(services.database.jobs, customerCode, (db) => namedAttachments(db, customerCode, ids))
    const orphans = ids.filter((id) => !named.has(id))
    for (const id of orphans) await services.attachments.remove(customerCode, id)
    removed += orphans.length
  }
  return removed
}

async function namedAttachments(db: CustomerDb, customerCode: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('id')
    .where('customer_code', '=', customerCode)
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.id))
}
