import { withCustomer } from '../../platform/db/with-customer.ts'
import type { AttachmentServices } from '../attachments/services.ts'
import { linkHash, saveHash } from './link-key.ts'
import { endDrafts, markSubmission } from './queries.ts'

/**
 * Stores a submission of a saved draft and then deletes the draft. If the process ends between the two, the draft counts as
 * used by its mark, and a job deletes it. A key of no draft is ignored, because it is no reason to reject a request.
 * @param handle the link's key, or the `Idempotency-Key` of the call that saved the draft; undefined if there is no draft
 * @param submission the `Idempotency-Key` of the submission
 */
export async function usingSavedDraft<T extends { stored: boolean }>(
  services: AttachmentServices,
  { customerCode, handle, submission }: { customerCode: string; handle: string | undefined; submission: string | null },
  store: () => Promise<T>,
): Promise<T> {
  if (handle === undefined) return store()
  const { kysely } = services.database
  const { key } = await services.customerKeys.current(customerCode)
  const of = { linkHash: linkHash(handle), saveHash: saveHash(key, handle) }
  const id = await withCustomer(kysely, customerCode, (db) => markSubmission(db, customerCode, of, submission))
  const outcome = await store()
  // The request is stored, which an error of the deletion must not hide. The job then deletes the draft.
  if (id !== undefined) await endUsed(services, customerCode, id).catch(() => {})
  return outcome
}

async function endUsed({ database, attachments }: AttachmentServices, customerCode: string, id: string): Promise<void> {
  const files = await withCustomer(database.kysely, customerCode, (db) => endDrafts(db, customerCode, [id], 'used'))
  await attachments.removeUnnamed(files.map((file) => ({ customerCode, id: file })))
}
