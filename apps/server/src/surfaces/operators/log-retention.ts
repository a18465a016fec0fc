import { numberSetting } from '@sportello/contract'
import { sql } from 'kysely'
import { deleteExpiredPreviews } from '../../catalogue/customers/queries.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { deleteOldCompiled, deleteOldDraftChanges, deletePreparedDrafts } from '../../catalogue/definitions/queries.ts'
import { deleteOldMappingLogs } from '../../entrance/routing/queries.ts'
import { audit } from '../../management/audit.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { deleteOldVisits, type VisitRetention } from '../../requests/visits/queries.ts'

/** Number of log entries that the daily job deletes in one transaction. */
const BATCH = 1_000

/** The server stores each change of a draft for this many days. Authors can undo the change during this time. */
const DRAFT_CHANGES_DAYS = 90

/** How long the server keeps what it counted in visits. A year of days can be compared with the year before. */
const VISIT_RETENTION: VisitRetention = { days: 800, months: 5 * 366, rareTexts: 30 }

/**
 * Deletes entries of the audit log and the mapping log whose retention period has passed. Also deletes old changes of
 * drafts, expired previews and links for reviewers, prepared drafts that nobody has edited, and compiled definitions that
 * nobody needs, and old counts of visits. Runs daily.
 * @returns the number of deleted entries
 */
export async function deleteOldLogs(services: CustomerServices): Promise<number> {
  const settings = await services.catalog.settings()
  const changes = await inBatches(services, 'audit', numberSetting(settings, 'audit_retention_days'), deleteOldAuditLines)
  const mappings = await inBatches(services, 'mapping_log', numberSetting(settings, 'mapping_log_retention_days'), deleteOldMappingLogs)
  for (const table of ['previews', 'review_links'] as const)
    for (let deleted = BATCH; deleted === BATCH; ) deleted = await acrossCustomers(services.database.jobs, (db) => deleteExpiredPreviews(db, table, BATCH))
  await acrossCustomers(services.database.jobs, deletePreparedDrafts)
  await acrossCustomers(services.database.jobs, deleteOldCompiled)
  await deleteVisits(services)
  return changes + mappings + (await inBatches(services, 'draft_changes', DRAFT_CHANGES_DAYS, deleteOldDraftChanges))
}

async function deleteVisits({ database: { jobs } }: CustomerServices): Promise<void> {
  const forms = await acrossCustomers(jobs, (db) => db.selectFrom('customers').select('customer_code').execute())
  // A transaction for each form, so that each deletes by the index on the form.
  for (const { customer_code } of forms) await acrossCustomers(jobs, (db) => deleteOldVisits(db, customer_code, VISIT_RETENTION))
}

type DeleteSome = (db: DeploymentDb, days: number, most: number) => Promise<number>

/**
 * Deletes the old entries of a log in batches. For each batch, an entry in the audit log records the number of deleted
 * entries.
 */
async function inBatches({ database }: CustomerServices, log: string, days: number, deleteSome: DeleteSome): Promise<number> {
  for (let deleted = 0; ; ) {
    const lines = await acrossCustomers(database.jobs, async (db) => {
      const count = await deleteSome(db, days, BATCH)
      if (count > 0) await audit(db, { username: '' }, { action: 'log.retention', subject: log, after: { lines: count, days } })
      return count
    })
    deleted += lines
    if (lines < BATCH) return deleted
  }
}

/**
 * Deletes old entries of the audit log through a database function, because the server's role may not delete from this
 * table. The function never deletes entries of the last half year.
 */
async function deleteOldAuditLines(db: DeploymentDb, days: number, most: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select delete_old_audit_lines(${days}, ${most}) as deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
