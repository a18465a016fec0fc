import { sql } from 'kysely'
import { acrossCustomers } from '../db/with-customer.ts'
import type { Services } from '../services.ts'

/** Idempotency keys are honoured for a day (wire contract); kept a little longer, so that the border is never in doubt. */
const KEY_LIFE = "interval '25 hours'"

/** Marks the requests whose link ran out, and forgets old idempotency keys, fingerprints and mailboxes. Every minute. */
export async function expireRequests(services: Services): Promise<void> {
  await acrossCustomers(services.database.jobs, async (db) => {
    await db.updateTable('requests').set({ state: 'expired' }).where('state', '=', 'awaiting_confirmation').where('expires_at', '<', sql<Date>`now()`).execute()
    await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', sql<Date>`now() - ${sql.raw(KEY_LIFE)}`)
      .execute()
    await db.deleteFrom('mailboxes').where('ends_at', '<', sql<Date>`now()`).execute()
    await db.deleteFrom('request_fingerprints').where('expires_at', '<', sql<Date>`now()`).execute()
  })
}
