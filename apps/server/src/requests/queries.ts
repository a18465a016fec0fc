import { sql } from 'kysely'
import { SURVEY_EMAIL } from '../access/survey.ts'
import type { CustomerDb } from '../db/with-customer.ts'

export function findIdempotent(db: CustomerDb, customerCode: string, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['payload_hash', 'answer'])
    .where('customer_code', '=', customerCode)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
}

/**
 * Takes a confirmation code: one conditional UPDATE, judged by the database's clock, so that of many at once exactly one wins.
 * The request's next job is written in the same statement.
 */
export async function takeConfirmation(db: CustomerDb, customerCode: string, codeHash: Buffer) {
  const { rows } = await sql<{ ticket: string; summary_html: string | null }>`
    with taken as (
      update verification_codes set used_at = now()
      where customer_code = ${customerCode} and code_hash = ${codeHash} and purpose = 'confirm_request' and used_at is null and expires_at > now()
      returning customer_code, request_id
    ), confirmed as (
      update requests r set state = 'confirmed', confirmed_at = now()
      from taken where r.customer_code = taken.customer_code and r.id = taken.request_id and r.state = 'awaiting_confirmation'
      returning r.customer_code, r.id, r.ticket, r.summary_html
    ), job as (select enqueue('process_request', customer_code, id) as id from confirmed)
    select confirmed.ticket, confirmed.summary_html from confirmed, job`.execute(db)
  return rows[0]
}

/** Why a code was not taken. */
export function findConfirmation(db: CustomerDb, customerCode: string, codeHash: Buffer) {
  return db
    .selectFrom('verification_codes as v')
    .innerJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'v.customer_code').onRef('r.id', '=', 'v.request_id'))
    .where('v.customer_code', '=', customerCode)
    .where('v.code_hash', '=', codeHash)
    .where('v.purpose', '=', 'confirm_request')
    .select(['r.state', 'v.used_at'])
    .executeTakeFirst()
}

/**
 * Opens the ticket of a confirmed request in the built-in list: processed, with its success mail and that mail's job in the same statement,
 * unless there is no address or only the placeholder. A second run finds nothing to do.
 * @returns the request where its ticket was opened now and is wanted elsewhere too
 */
export async function completeRequest(db: CustomerDb, customerCode: string, id: string) {
  const { rows } = await sql<{ opens_ticket: boolean; first: boolean; jobs: number }>`
    with processed as (
      update requests set state = 'processed', processed_at = coalesce(processed_at, now())
      where customer_code = ${customerCode} and id = ${id} and state = 'confirmed'
      returning customer_code, id, lang_code, email, opens_ticket, old.processed_at is null as first
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

export { readableRequest, requestContent } from './readable-request.ts'
