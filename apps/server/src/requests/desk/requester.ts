import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * Records on the desk that a requester has withdrawn a request or has written, so that open lists show it. Puts the request on the desk
 * if it is not there. The request must be locked against erasure.
 */
export async function noteRequester(db: CustomerDb, { customer_code, id }: { customer_code: string; id: string }, what: 'withdrawn' | 'answer'): Promise<void> {
  await sql`
    insert into desk_cases (customer_code, request_id) values (${customer_code}, ${id})
    on conflict (customer_code, request_id) do update set changed_at = clock_timestamp()`.execute(db)
  if (what === 'answer') return
  await sql`
    update desk_cases set version = version + 1, changed_at = clock_timestamp() where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
  await db.insertInto('desk_entries').values({ customer_code, request_id: id, operator: '', kind: 'withdrawn' }).execute()
}

/** Records that an operator asked the requester or read his answer, so that open lists show it. */
export async function touchCase(db: DeploymentDb, { customer_code, id }: { customer_code: string; id: string }): Promise<void> {
  await sql`
    update desk_cases set changed_at = clock_timestamp(), first_at = coalesce(first_at, clock_timestamp())
    where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
}
