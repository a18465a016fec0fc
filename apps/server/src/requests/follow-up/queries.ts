import { FRESH_CODE_MINUTES, FRESH_CODE_TRIES, FRESH_CODES_PER_DAY } from '@sportello/contract'
import { sql } from 'kysely'
import { acrossCustomers, type CustomerDb, type DeploymentDb } from '../../platform/db/with-customer.ts'
import type { PlatformServices } from '../../platform/services.ts'

/** Minutes without a call after which a session ends, and hours after which it ends anyway. */
const IDLE_MINUTES = 30
export const SESSION_HOURS = 2
/** Minutes for which a mailed code opens the answers. */
const OPEN_MINUTES = 15

interface Key {
  customer_code: string
  id: string
}

/** Keeps a request from being erased until the transaction ends. @returns false if it does not exist */
export async function keepRequest(db: CustomerDb | DeploymentDb, { customer_code, id }: Key): Promise<boolean> {
  return (await sql`select from requests where customer_code = ${customer_code} and id = ${id} for key share`.execute(db)).rows.length > 0
}

export async function insertFollowUpSession(db: CustomerDb, { customer_code, id }: Key, tokenHash: Buffer): Promise<void> {
  await db.insertInto('follow_up_sessions').values({ customer_code, token_hash: tokenHash, request_id: id }).execute()
}

/** A session of a follow-up page, which belongs to one request. */
export interface FollowUpSession extends Key {
  tokenHash: Buffer
  /** Until when the answers are open in this session; null if they are not. */
  openUntil: Date | null
}

/** Finds a session that has not ended, and counts this as a use of it. */
export async function useFollowUpSession(db: CustomerDb, customerCode: string, tokenHash: Buffer): Promise<FollowUpSession | undefined> {
  const { rows } = await sql<{ request_id: string; open_until: Date | null }>`
    update follow_up_sessions set used_at = now()
    where customer_code = ${customerCode} and token_hash = ${tokenHash}
      and used_at > now() - make_interval(mins => ${IDLE_MINUTES}) and created_at > now() - make_interval(hours => ${SESSION_HOURS})
    returning request_id, case when open_until > now() then open_until end as open_until`.execute(db)
  const [row] = rows
  return row && { customer_code: customerCode, id: row.request_id, tokenHash, openUntil: row.open_until }
}

export async function endFollowUpSession(db: CustomerDb, customerCode: string, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('follow_up_sessions').where('customer_code', '=', customerCode).where('token_hash', '=', tokenHash).execute()
}

/** Deletes sessions that have ended. A session that is not used any more has ended half an hour later at the latest. */
export async function sweepFollowUpSessions({ database }: Pick<PlatformServices, 'database'>): Promise<void> {
  await acrossCustomers(database.jobs, (db) =>
    db.deleteFrom('follow_up_sessions').where('used_at', '<', sql<Date>`now() - make_interval(mins => ${IDLE_MINUTES})`).execute(),
  )
}

/**
 * Mails a new code for a session, which replaces the one before. The caller has locked the request, so that parallel calls count
 * each other's mails.
 * @returns false if the request has had as many mails with a code in a day as it may, or its mailbox as many unconfirmed mails
 */
export async function queueFreshCode(db: CustomerDb, { customer_code, id, tokenHash }: FollowUpSession, mailLimit: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with mail as (
      insert into mails (customer_code, request_id, kind, lang_code, recipient)
      select r.customer_code, r.id, 'follow_up_code', r.lang_code, r.email from requests r
      where r.customer_code = ${customer_code} and r.id = ${id}
        and (select count(*) from mails m where m.customer_code = ${customer_code} and m.request_id = ${id} and m.kind = 'follow_up_code'
          and m.created_at > now() - interval '1 day') < ${FRESH_CODES_PER_DAY}
        and count_mail(r.person_key, ${mailLimit}) returning customer_code, id
    ), kept as (
      update follow_up_sessions s set code_mail = mail.id, code_tries = 0, code_until = now() + make_interval(mins => ${FRESH_CODE_MINUTES})
      from mail where s.customer_code = ${customer_code} and s.token_hash = ${tokenHash}
    ) select id, enqueue('send_mail', customer_code, id) from mail`.execute(db)
  return rows.length > 0
}

/**
 * Counts a try to enter the mailed code of a session.
 * @returns the mail whose code is expected; undefined if none is, because it has expired or was tried too often
 */
export async function takeCodeTry(db: CustomerDb, { customer_code, tokenHash }: FollowUpSession): Promise<string | undefined> {
  const { rows } = await sql<{ code_mail: string }>`
    update follow_up_sessions set code_tries = code_tries + 1
    where customer_code = ${customer_code} and token_hash = ${tokenHash} and code_mail is not null and code_until > now() and code_tries < ${FRESH_CODE_TRIES}
    returning code_mail`.execute(db)
  return rows[0]?.code_mail
}

/** Opens the answers in a session whose code was entered. The mailbox can evidently be read, so its unconfirmed mails are counted anew. */
export async function openAnswers(db: CustomerDb, { customer_code, id, tokenHash }: FollowUpSession): Promise<Date | null> {
  await sql`
    delete from mailboxes m using requests r where r.customer_code = ${customer_code} and r.id = ${id}
      and m.mailbox_hash = sha256(convert_to(r.person_key, 'UTF8'))`.execute(db)
  const { rows } = await sql<{ open_until: Date }>`
    update follow_up_sessions set code_mail = null, code_until = null, open_until = now() + make_interval(mins => ${OPEN_MINUTES})
    where customer_code = ${customer_code} and token_hash = ${tokenHash} returning open_until`.execute(db)
  return rows[0]?.open_until ?? null
}

/** Records that a request was withdrawn by its requester. @returns false if it was before */
export async function storeWithdrawal(db: CustomerDb, { customer_code, id }: Key): Promise<boolean> {
  const { rows } = await sql`
    insert into follow_ups as f (customer_code, request_id, withdrawn_at) values (${customer_code}, ${id}, now())
    on conflict (customer_code, request_id) do update set withdrawn_at = now() where f.withdrawn_at is null returning request_id`.execute(db)
  return rows.length > 0
}

/** Stores how satisfied a requester is, with an encrypted comment. */
export async function storeScore(db: CustomerDb, { customer_code, id }: Key, score: number, comment: string | null): Promise<void> {
  await sql`
    insert into follow_ups (customer_code, request_id, score, comment, scored_at) values (${customer_code}, ${id}, ${score}, ${comment}, now())
    on conflict (customer_code, request_id) do update set score = excluded.score, comment = excluded.comment, scored_at = now()`.execute(db)
}

export function readFollowUp(db: CustomerDb | DeploymentDb, { customer_code, id }: Key) {
  // The two kinds of transactions are different types, of which the query needs one.
  return (db as CustomerDb)
    .selectFrom('follow_ups')
    .select(['withdrawn_at', 'score', 'comment', 'scored_at'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .executeTakeFirst()
}

/** Deletes what belongs to the follow-up pages of requests, which the caller has erased in the same transaction. */
export async function eraseFollowUps(db: DeploymentDb, customerCode: string, requestIds: readonly string[]): Promise<void> {
  for (const table of ['follow_up_sessions', 'follow_ups', 'request_messages'] as const)
    await db
      .deleteFrom(table)
      .where('customer_code', '=', customerCode)
      .where('request_id', 'in', [...requestIds])
      .execute()
}
