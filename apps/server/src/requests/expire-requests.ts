import { inBatches } from '../db/in-batches.ts'
import type { Services } from '../services.ts'
import { linkHasExpired } from './link-state.ts'

/** Idempotency keys are honoured for a day (wire contract); kept a little longer, so that the border is never in doubt. */
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

/** Marks the requests whose link ran out, and forgets old idempotency keys, fingerprints and mailboxes. Every minute. */
export async function expireRequests({ database }: Services): Promise<void> {
  for (const statement of OVER) await inBatches(database.jobs, statement)
}
