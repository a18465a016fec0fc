import { sql } from 'kysely'
import type { Pool } from 'pg'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import { type CustomerDb, type DeploymentDb, ONE_CUSTOMER_ONLY } from '../../platform/db/with-customer.ts'
import { linkHasExpired } from './link-state.ts'

/**
 * SQL that looks for an idempotency key in one round trip. A transaction with `withCustomer` takes four, which every
 * refused submission would pay to find nothing. The lateral subquery uses the result of `scope`, so row security is checked after
 * the customer was set.
 */
const KEY_IS_KNOWN = `
with scope as materialized (select set_config('sportello.customer', $1, true) as customer_code, ${ONE_CUSTOMER_ONLY})
select 1 from scope cross join lateral (
  select from idempotency_keys k where k.customer_code = scope.customer_code and k.key = $2 and k.created_at > now() - interval '24 hours' offset 0
) as known`

/** Returns true if a submission with this idempotency key was stored within a day. */
export async function isIdempotencyKeyKnown(pool: Pool, customerCode: string, key: string): Promise<boolean> {
  const { rowCount } = await pool.query({ name: 'idempotency-key', text: KEY_IS_KNOWN, values: [customerCode, key] })
  return rowCount !== 0
}

export function findIdempotent(db: CustomerDb, customerCode: string, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['payload_hash', 'answer'])
    .where('customer_code', '=', customerCode)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
}

interface RedeemedRequest {
  customer_code: string
  id: string
  ticket: string
  opens_ticket: boolean
  summary_html: string | null
  definition_version: number
  lang_code: string
}

/**
 * Marks a confirmation code as used and its request as confirmed, with one conditional UPDATE and the database's clock,
 * so
 * that exactly one of several parallel confirmations succeeds. The same statement enqueues the job that opens the
 * ticket. It also resets the count of unconfirmed mails to this mailbox, because the visitor can evidently read the
 * mailbox.
 * @returns the request, or undefined if the code cannot be used
 */
export async function redeemConfirmationCode(db: CustomerDb, customerCode: string, codeHash: Buffer) {
  const { rows } = await sql<RedeemedRequest>`
    with taken as (
      update verification_codes v set used_at = now() from requests r
      where v.customer_code = ${customerCode} and v.code_hash = ${codeHash} and v.purpose = 'confirm_request' and v.used_at is null and v.expires_at > now()
        and r.customer_code = v.customer_code and r.id = v.request_id and r.state = 'awaiting_confirmation'
      returning v.customer_code, v.request_id
    ), confirmed as (
      update requests r set state = 'confirmed', confirmed_at = now()
      from taken where r.customer_code = taken.customer_code and r.id = taken.request_id and r.state = 'awaiting_confirmation'
      returning r.customer_code, r.id, r.ticket, r.opens_ticket, r.summary_html, r.person_key, r.definition_version, r.lang_code
    ), theirs as (delete from mailboxes m using confirmed where m.mailbox_hash = sha256(convert_to(confirmed.person_key, 'UTF8'))
    ), job as (select enqueue('process_request', customer_code, id) as id from confirmed)
    select confirmed.customer_code, confirmed.id, confirmed.ticket, confirmed.opens_ticket, confirmed.summary_html, confirmed.definition_version,
      confirmed.lang_code from confirmed, job`.execute(db)
  return rows[0]
}

/**
 * Returns the state of a confirmation code and of its request. Used to find out why `redeemConfirmationCode` rejected
 * the
 * code.
 */
export function findConfirmation(db: CustomerDb, customerCode: string, codeHash: Buffer) {
  return db
    .selectFrom('verification_codes as v')
    .innerJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'v.customer_code').onRef('r.id', '=', 'v.request_id'))
    .where('v.customer_code', '=', customerCode)
    .where('v.code_hash', '=', codeHash)
    .where('v.purpose', '=', 'confirm_request')
    .select(['r.state', 'r.confirmed_at', 'v.used_at', sql<boolean>`v.expires_at <= now()`.as('expired')])
    .executeTakeFirst()
}

/**
 * Finds a request that is waiting for confirmation, even if its link has expired. Locks the request's row, so that two
 * parallel calls do not both mail the link.
 */
export async function lockUnconfirmed(db: CustomerDb, customerCode: string, ticket: string) {
  return db
    .selectFrom('requests as r')
    .where('r.customer_code', '=', customerCode)
    .where('r.ticket', '=', ticket)
    .where((where) =>
      where.exists(where.selectFrom('verification_codes as v').whereRef('v.customer_code', '=', 'r.customer_code').whereRef('v.request_id', '=', 'r.id')),
    )
    .select(['r.id', 'r.state', 'r.confirmed_at', sql<boolean>`${sql.raw(linkHasExpired('r'))}`.as('late')])
    .forUpdate('r')
    .executeTakeFirst()
}

/**
 * Counts the mails with the confirmation link of a request. Also returns whether one of these mails is still queued or
 * was sent less than 30 seconds ago.
 */
export async function countConfirmationMails(db: CustomerDb, customerCode: string, id: string): Promise<{ written: number; underway: boolean }> {
  const { written, underway } = await db
    .selectFrom('mails')
    .where('customer_code', '=', customerCode)
    .where('request_id', '=', id)
    .where('kind', '=', 'validation')
    .select([
      sql<number>`count(*)`.as('written'),
      sql<boolean | null>`bool_or(state = 'queued' or coalesce(sent_at, created_at) > now() - interval '30 seconds')`.as('underway'),
    ])
    .executeTakeFirstOrThrow()
  return { written, underway: underway ?? false }
}

/**
 * Queues another mail with the confirmation link of a request.
 * @returns false if the mailbox has reached the limit of unconfirmed mails
 */
export async function queueConfirmationMail(db: CustomerDb, customerCode: string, id: string, mailLimit: number): Promise<boolean> {
  const { rows } = await sql<{ jobs: number }>`
    with mail as (
      insert into mails (customer_code, request_id, kind, lang_code, recipient)
      select customer_code, id, 'validation', lang_code, email from requests
      where customer_code = ${customerCode} and id = ${id} and count_mail(person_key, ${mailLimit}) returning customer_code, id
    ) select count(enqueue('send_mail', customer_code, id)) as jobs from mail`.execute(db)
  return (rows[0]?.jobs ?? 0) > 0
}

/**
 * Marks a confirmed request as processed. The same statement queues its success mail, unless the request has no real
 * e-mail address. Has no effect when it is called again.
 * @returns the request, if this call is the first to process it and its ticket must be delivered to destinations
 */
export async function completeRequest(db: CustomerDb, customerCode: string, id: string) {
  const { rows } = await sql<{ opens_ticket: boolean; first: boolean; jobs: number }>`
    with processed as (
      update requests set state = 'processed', processed_at = coalesce(processed_at, now())
      where customer_code = ${customerCode} and id = ${id} and state = 'confirmed'
      returning customer_code, id, lang_code, email, opens_ticket, processed_at = now() as first
    ), mail as (
      insert into mails (customer_code, request_id, kind, lang_code, recipient)
      select customer_code, id, 'success', lang_code, email from processed where first and email <> ${SURVEY_EMAIL}
      returning customer_code, id
    ), job as (select enqueue('send_mail', customer_code, id) from mail)
    select opens_ticket, first, (select count(*) from job) as jobs from processed`.execute(db)
  return rows[0]?.first && rows[0].opens_ticket
    ? db.selectFrom('requests').selectAll().where('customer_code', '=', customerCode).where('id', '=', id).executeTakeFirst()
    : undefined
}

export { indexRequest } from './index-answers.ts'
export { readableRequest, requestContent } from './readable-request.ts'

/** Marks a confirmed request as failed, after the job that opens its ticket has failed for the last time. */
export async function failRequest(db: CustomerDb, customerCode: string, id: string, why: string): Promise<void> {
  await db
    .updateTable('requests')
    .set({ state: 'failed', failure: why })
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .where('state', '=', 'confirmed')
    .execute()
}

/** Locks the row of a request in the database until the transaction ends. @returns false if the request does not exist */
export async function holdRequest(db: CustomerDb | DeploymentDb, customerCode: string, id: string): Promise<boolean> {
  return (await sql`select from requests where customer_code = ${customerCode} and id = ${id} for update`.execute(db)).rows.length > 0
}

/**
 * Keeps retention from dropping partitions until the transaction ends. Each action of an operator that continues a finished
 * request, or queues one of its mails or deliveries, calls this before it reads the row (0101-drop-partitions-quickly.sql).
 */
export async function holdRetention(db: CustomerDb | DeploymentDb): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('retention', 0))`.execute(db)
}

/**
 * Marks a request as failed or processed, according to the states of its deliveries
 * (docs/decisions/0022-destinations.md).
 */
export async function updateRequestState(db: CustomerDb | DeploymentDb, customerCode: string, id: string): Promise<void> {
  await sql`select settle_request(${customerCode}, ${id})`.execute(db)
}
