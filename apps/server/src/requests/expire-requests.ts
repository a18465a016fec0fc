import { sql } from 'kysely'
import { acrossCustomers } from '../db/with-customer.ts'
import type { Services } from '../services.ts'
import { linkIsOver } from './link-state.ts'

/** Idempotency keys are honoured for a day (wire contract); kept a little longer, so that the border is never in doubt. */
const KEY_LIFE = "interval '25 hours'"

/** Rows of one transaction: however many there are after a night without a worker, each ends well within the time that a statement has, and stays done. */
const BATCH = 1_000

/** Each changes some rows that nobody holds. */
const SOME = [
  `update requests set state = 'expired' where (customer_code, id) in (
     select customer_code, id from requests r where ${linkIsOver('r')} order by expires_at limit ${BATCH} for update skip locked)`,
  `delete from idempotency_keys where (customer_code, key) in (
     select customer_code, key from idempotency_keys where created_at < now() - ${KEY_LIFE} order by created_at limit ${BATCH} for update skip locked)`,
  `delete from mailboxes where mailbox_hash in (
     select mailbox_hash from mailboxes where ends_at < now() order by ends_at limit ${BATCH} for update skip locked)`,
  `delete from request_fingerprints where (customer_code, fingerprint) in (
     select customer_code, fingerprint from request_fingerprints where expires_at < now() order by expires_at limit ${BATCH} for update skip locked)`,
]

/** Marks the requests whose link ran out, and forgets old idempotency keys, fingerprints and mailboxes. Every minute. */
export async function expireRequests(services: Services): Promise<void> {
  for (const some of SOME) while ((await changed(services, some)) === BATCH);
}

function changed(services: Services, statement: string): Promise<number> {
  return acrossCustomers(services.database.jobs, async (db) => Number((await sql.raw(statement).execute(db)).numAffectedRows ?? 0))
}
