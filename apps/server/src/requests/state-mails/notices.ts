import { type FormParams, followUpOf } from '@sportello/contract'
import { sql } from 'kysely'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/** Minutes without a further change after which a change is mailed, so that a slip that is undone sends nothing. */
const QUIET_MINUTES = 5
/** Minutes after the first change in which further changes postpone the mail. */
export const LONGEST_WAIT_MINUTES = 15

interface Changed {
  customer_code: string
  id: string
}

/** Returns which changes of state a form mails to its requesters; undefined if none. */
export function mailedChanges(params: FormParams): 'closed' | 'states' | undefined {
  const mails = followUpOf(params)?.mails
  return mails === 'none' ? undefined : mails
}

/**
 * Notes that the states of requests have changed, with one statement for all of them. The worker mails their requesters later. If their
 * form mails nothing, what was noted before is forgotten, so that changes made while the mails are off are never mailed. The caller has
 * stored the changes in the same transaction, and locked the requests against erasure.
 */
export async function noteStateChanges(db: CustomerDb | DeploymentDb, changed: readonly (Changed & { params: FormParams })[]): Promise<void> {
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id).sort()
  await sql`
    with k as materialized (
      select * from unnest(${changed.map(({ customer_code }) => customer_code)}::text[], ${changed.map(({ id }) => id)}::uuid[],
        ${changed.map(({ params }) => mailedChanges(params) !== undefined)}::boolean[]) as k(customer_code, id, is_mailed)
    ), forgotten as (
      update state_notices n set first_at = null, due_at = null from k
      where not k.is_mailed and n.customer_code = k.customer_code and n.request_id = k.id and n.due_at is not null
    )
    insert into state_notices as n (customer_code, request_id, mailbox_hash, first_at, due_at)
    select r.customer_code, r.id, sha256(convert_to(r.email_key, 'UTF8')), now(), now() + make_interval(mins => ${QUIET_MINUTES})
    from k join requests r on r.customer_code = k.customer_code and r.id = k.id and r.id between ${ids[0]}::uuid and ${ids.at(-1)}::uuid
    where k.is_mailed and r.email_key <> '' and r.email_key <> ${SURVEY_EMAIL}
    order by r.customer_code, r.id
    on conflict (customer_code, request_id) do update set mailbox_hash = excluded.mailbox_hash,
      -- A transaction that waited for the row may have begun before the one that noted the first change.
      first_at = least(n.first_at, excluded.first_at),
      due_at = greatest(n.due_at, least(excluded.due_at, coalesce(n.first_at, excluded.first_at) + make_interval(mins => ${LONGEST_WAIT_MINUTES})))`.execute(db)
}

/**
 * Deletes the notices of requests, which the caller has erased in the same transaction, and the mails that list them together with
 * others. A mail whose text is yet to be written stays: it will not contain them.
 */
export async function eraseStateMails(db: DeploymentDb, customerCode: string, requestIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from state_mail_requests where customer_code = ${customerCode} and request_id = any(${[...requestIds]}::uuid[]) returning mail_id
    )
    delete from mails m using gone
    where m.customer_code = ${customerCode} and m.id = gone.mail_id and m.request_id is null and (m.state <> 'queued' or m.text_body is not null)`.execute(db)
  await db
    .deleteFrom('state_notices')
    .where('customer_code', '=', customerCode)
    .where('request_id', 'in', [...requestIds])
    .execute()
}
