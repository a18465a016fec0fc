import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * SQL condition that is true if the mail is due. If it is not due, the queue already contains a job for the mail's next
 * attempt.
 */
const DUE = sql<boolean>`coalesce(next_attempt_at, now()) <= now() + interval '1 second'`

/** Returns true if a mail is queued and due, even if another transaction has locked its row. */
export async function isWaiting(db: CustomerDb, customerCode: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where(DUE)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Finds a queued mail and the data for rendering it. Locks the mail's row until the transaction ends, so that two
 * workers
 * cannot both send the mail.
 */
export async function lockQueuedMail(db: CustomerDb, customerCode: string, id: string) {
  return db
    .selectFrom('mails as m')
    .leftJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'm.customer_code').onRef('r.id', '=', 'm.request_id'))
    .leftJoin('answers as a', (join) => join.onRef('a.customer_code', '=', 'r.customer_code').onRef('a.request_id', '=', 'r.id'))
    .where('m.customer_code', '=', customerCode)
    .where('m.id', '=', id)
    .where('m.state', '=', 'queued')
    .where(DUE)
    .select([
      'm.id',
      'm.kind',
      'm.asks',
      'm.lang_code',
      'm.recipient',
      'm.attempts',
      'm.sender',
      'm.subject',
      'm.text_body',
      'm.html_body',
      'm.recovery_id',
      'm.created_at as written_at',
      'r.id as request_id',
      'r.ticket',
      'r.email as request_email',
      'r.lang_code as request_language',
      'r.summary_html',
      'r.otp',
      'r.created_at',
      'r.expires_at',
      'r.code_tag',
      'r.definition_code_tag',
      'r.definition_version',
      'a.form_fields',
      'a.further_questions',
    ])
    .forUpdate('m')
    .skipLocked()
    .executeTakeFirst()
}

export type QueuedMail = NonNullable<Awaited<ReturnType<typeof lockQueuedMail>>>

/** The rendered texts of a mail. If an attempt may have delivered the mail, later attempts send the same texts. */
export interface RenderedMail {
  sender: string
  subject: string
  text: string
  html: string
}

/**
 * Marks a mail as sent, or as stored (`kept`) if no SMTP server is configured. The lifetime of the mail's link starts
 * now.
 */
export async function markDelivered(
  db: CustomerDb,
  customerCode: string,
  mail: Pick<QueuedMail, 'id' | 'kind' | 'request_id'>,
  rendered: RenderedMail,
  state: 'sent' | 'kept',
  linkHours: number,
): Promise<void> {
  const { sender, subject, text, html } = rendered
  await sql`
    with mail as (
      update mails set state = ${state}, sent_at = now(), attempts = attempts + 1, last_error = null,
        sender = ${sender}, subject = ${subject}, text_body = ${text}, html_body = ${html}
      where customer_code = ${customerCode} and id = ${mail.id}
      returning customer_code, request_id, kind, now() + make_interval(secs => ${linkHours}::float8 * 3600) as link_until
    ), recovery as (
      update recovery_codes c set expires_at = now() + interval '1 hour' from mails m
      where m.customer_code = ${customerCode} and m.id = ${mail.id} and c.customer_code = m.customer_code and c.id = m.recovery_id and c.used_at is null
    ), code as (
      update verification_codes v set expires_at = mail.link_until from mail
      where mail.kind = 'validation' and v.customer_code = mail.customer_code and v.request_id = mail.request_id and v.used_at is null
    )
    update requests r set expires_at = mail.link_until from mail
    where mail.kind = 'validation' and r.customer_code = mail.customer_code and r.id = mail.request_id and r.state = 'awaiting_confirmation'`.execute(db)
}

/**
 * Records a failed attempt to send a mail. Queues the mail again with a new job, or marks it as failed.
 * @param rendered the texts that all later attempts send; if missing, the next attempt renders the mail again
 */
export async function recordFailedAttempt(
  db: CustomerDb,
  customerCode: string,
  id: string,
  rendered: RenderedMail | undefined,
  error: string,
  pauseSeconds: number | undefined,
): Promise<void> {
  await sql`
    with tried as (
      update mails set attempts = attempts + 1, last_error = ${error}, state = case when ${pauseSeconds ?? null}::float8 is null then 'failed' else 'queued' end,
        next_attempt_at = now() + make_interval(secs => ${pauseSeconds ?? null}::float8), sender = coalesce(${rendered?.sender ?? null}, sender),
        subject = coalesce(${rendered?.subject ?? null}, subject), text_body = coalesce(${rendered?.text ?? null}, text_body), html_body = coalesce(${rendered?.html ?? null}, html_body)
      where customer_code = ${customerCode} and id = ${id} returning customer_code, id, kind, state, next_attempt_at
    ) select enqueue(${MAIL_TASK}, customer_code, id, next_attempt_at) from tried where state = 'queued'`.execute(db)
}

/** SQL of the task that sends a mail of the column `kind`. Workers of an older release do not know the kinds that have tasks of their own. */
export const MAIL_TASK = sql<string>`case when kind = 'states' then 'mail_states' else 'send_mail' end`

/** Deletes a queued mail that has nothing to say any more. */
export async function deleteMail(db: CustomerDb, customerCode: string, id: string): Promise<void> {
  await db.deleteFrom('mails').where('customer_code', '=', customerCode).where('id', '=', id).execute()
  await db.deleteFrom('state_mail_requests').where('customer_code', '=', customerCode).where('mail_id', '=', id).execute()
}

/**
 * Marks a mail as failed, after the last attempt of its job. If the mail notifies a department of a request, also marks
 * the
 * request as failed.
 */
export async function failMail(db: CustomerDb, customerCode: string, id: string, why: string): Promise<void> {
  await sql`
    with mail as (
      update mails set state = 'failed', last_error = ${why} where customer_code = ${customerCode} and id = ${id} and state = 'queued'
      returning customer_code, request_id, kind
    ) select settle_request(customer_code, request_id) from mail where kind = 'desk' and request_id is not null`.execute(db)
}

/** Lists the newest mails of the deployment for the command line. */
export function listMails(db: DeploymentDb, limit: number) {
  return db
    .selectFrom('mails')
    .select(['customer_code', 'id', 'request_id', 'kind', 'recipient', 'state', 'attempts', 'last_error', 'subject', 'created_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

export function findMail(db: DeploymentDb, id: string) {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findTemplate(db: CustomerDb | DeploymentDb, name: string, langCode: string) {
  return db.selectFrom('mail_templates').select(['subject', 'html']).where('name', '=', name).where('lang_code', '=', langCode).executeTakeFirst()
}
