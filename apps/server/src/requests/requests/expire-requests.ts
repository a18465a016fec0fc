import { inBatches } from '../../platform/db/in-batches.ts'
import { linkHasExpired } from './link-state.ts'
import type { RequestServices } from './services.ts'

/**
 * Age at which idempotency keys are deleted, as an SQL interval. A key is valid for 24 hours (wire contract); its row
 * stays an hour longer, so that no valid key is deleted.
 */
const KEY_LIFE = "interval '25 hours'"

const OVER = [
  (most: number) => `
    update requests set state = 'expired' where (customer_code, id) in (
      select customer_code, id from requests r where ${linkHasExpired('r')} order by expires_at limit ${most} for update skip locked)`,
  (most: number) => `
    delete from idempotency_keys where (customer_code, key) in (
      select customer_code, key from idempotency_keys where created_at < now() - ${KEY_LIFE} order by created_at limit ${most} for update skip locked)`,
  (most: number) => `
    delete from mailboxes where mailbox_hash in (
      select mailbox_hash from mailboxes where ends_at < now() order by ends_at limit ${most} for update skip locked)`,
  (most: number) => `
    delete from request_fingerprints where (customer_code, fingerprint) in (
      select customer_code, fingerprint from request_fingerprints where expires_at < now() order by expires_at limit ${most} for update skip locked)`,
]

/**
 * Marks requests whose confirmation link has expired as expired. Deletes expired idempotency keys, fingerprints of
 * requests, and counts of unconfirmed mails. Runs every minute.
 */
export async function expireRequests({ database }: RequestServices): Promise<void> {
  for (const statement of OVER) await inBatches(database.jobs, statement)
}
