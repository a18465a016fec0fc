import { numberSetting } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { deleteOldMappingLogs } from '../../entrance/routing/queries.ts'
import { audit } from '../../management/audit.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'

/** Lines that one transaction deletes. */
const BATCH = 1_000

/** Deletes the lines of the log of changes and of the mapping log that were kept long enough. Daily. @returns how many. */
export async function deleteOldLogs(services: CustomerServices): Promise<number> {
  const settings = await services.catalog.settings()
  const changes = await inBatches(services, 'audit', numberSetting(settings, 'audit_retention_days'), deleteOldAuditLines)
  return changes + (await inBatches(services, 'mapping_log', numberSetting(settings, 'mapping_log_retention_days'), deleteOldMappingLogs))
}

type DeleteSome = (db: DeploymentDb, days: number, most: number) => Promise<number>

/** Each batch leaves a line that says how many went: a log that is shorter than it was shows why. */
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

/** The server may not delete from this table: the database's function does, and refuses to touch lines of the last half year. */
async function deleteOldAuditLines(db: DeploymentDb, days: number, most: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select delete_old_audit_lines(${days}, ${most}) as deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
