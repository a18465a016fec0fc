import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import type { AttachmentServices } from './services.ts'

/**
 * Age in milliseconds after which the cleanup removes a stored file that has no database row. It is longer than the
 * time between storing a submission's files and inserting its row.
 */
const ORPHAN_AGE_MS = 24 * 3_600_000

/**
 * Removes stored files that have no database row. Such files remain after a crash or a lost connection between storing
 * the files and inserting the row. Runs daily.
 * @returns the number of removed files.
 */
export async function sweepAttachments(services: Pick<AttachmentServices, 'attachments' | 'database'>, now = Date.now()): Promise<number> {
  let removed = 0
  for await (const { customerCode, ids } of services.attachments.storedBefore(now - ORPHAN_AGE_MS)) {
    if (ids.length === 0) continue
    const named = await withCustomer(services.database.jobs, customerCode, (db) => namedAttachments(db, customerCode, ids))
    const orphans = ids.filter((id) => !named.has(id))
    for (const id of orphans) await services.attachments.remove(customerCode, id)
    removed += orphans.length
  }
  return removed
}

async function namedAttachments(db: CustomerDb, customerCode: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const named = (table: 'attachments' | 'saved_draft_files') =>
    db
      .selectFrom(table)
      .select('id')
      .where('customer_code', '=', customerCode)
      .where('id', 'in', [...ids])
  const rows = await named('attachments').unionAll(named('saved_draft_files')).execute()
  return new Set(rows.map((row) => row.id))
}
