import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import type { AttachmentServices } from '../attachments/services.ts'
import { type DraftEnd, deleteEnded, endDrafts, forgetSubmitting, lockExpired, lockSubmitting } from './queries.ts'

type Removed = { customerCode: string; id: string }

/** Deletes saved drafts that have expired or whose submission is stored, with their files. Runs every minute. */
export async function sweepSavedDrafts({ database, attachments }: Pick<AttachmentServices, 'database' | 'attachments'>): Promise<void> {
  for (const sweep of [endSubmitted, endExpired]) {
    for (let more = true; more; ) {
      const { files, count } = await acrossCustomers(database.jobs, sweep)
      await attachments.removeUnnamed(files)
      more = count > 0
    }
  }
  while ((await acrossCustomers(database.jobs, deleteEnded)) > 0);
}

async function endExpired(db: DeploymentDb) {
  const due = await lockExpired(db)
  return { files: await endEach(db, due, 'expired'), count: due.length }
}

async function endSubmitted(db: DeploymentDb) {
  const due = await lockSubmitting(db)
  const used = due.filter(({ is_submitted }) => is_submitted)
  for (const draft of due) if (!draft.is_submitted) await forgetSubmitting(db, draft)
  return { files: await endEach(db, used, 'used'), count: due.length }
}

async function endEach(db: DeploymentDb, due: readonly { customer_code: string; id: string }[], end: DraftEnd): Promise<Removed[]> {
  const removed: Removed[] = []
  for (const [customerCode, own] of Map.groupBy(due, ({ customer_code }) => customer_code)) {
    const files = await endDrafts(
      db,
      customerCode,
      own.map(({ id }) => id),
      end,
    )
    removed.push(...files.map((id) => ({ customerCode, id })))
  }
  return removed
}
