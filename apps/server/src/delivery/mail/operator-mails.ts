import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import type { RenderedMail } from './queries.ts'

/** A mail to an operator that is due. */
export interface QueuedOperatorMail {
  id: string
  kind: 'figures' | 'address'
  /** Of figures, the Monday after their week; YYYY-MM-DD. */
  day: string
  operator: string
  lang_code: string
  recipient: string
  form: string | null
  attempts: number
  sender: string | null
  subject: string | null
  text_body: string | null
  html_body: string | null
}

/** Days for which a mail's row is kept. The row of a week prevents a second mail of the week. */
const KEPT_DAYS = 60

/**
 * Queues the mails with the figures of the week that ended before a Monday, one for each operator with a confirmed
 * address who had subscribed by then. Does nothing if they were queued before.
 * @param monday the Monday, YYYY-MM-DD, and the moment from which its mails are due
 */
export async function queueWeek(db: DeploymentDb, monday: { day: string; due: Date }): Promise<void> {
  const { day, due } = monday
  const { rows } = await sql`select from operator_mails where kind = 'figures' and day = ${day}::date limit 1`.execute(db)
  if (rows.length > 0) return
  await sql`
    insert into operator_mails (kind, day, operator, lang_code, recipient)
    select 'figures', ${day}::date, o.username, (array_agg(s.lang_code order by s.subscribed_at desc))[1], o.email
    from visit_subscriptions s join operators o on o.username = s.operator
    where s.subscribed_at < ${due} and not o.disabled and o.email <> '' and o.confirmed_email = o.email
    group by o.username, o.email on conflict (kind, day, operator) do nothing`.execute(db)
  await sql`
    delete from operator_mails where kind in ('figures', 'address') and day < ${day}::date - ${KEPT_DAYS}::int and state <> 'queued'`.execute(db)
}

/**
 * Queues the mail with the link that confirms an operator's address. A second one on the same day is queued only if the
 * address is another one, or after ten minutes, so that nobody is flooded with mails. A job sends it at once.
 */
export async function queueAddressMail(db: DeploymentDb, mail: { operator: string; recipient: string; language: string; form: string }): Promise<void> {
  await sql`
    with queued as (
      insert into operator_mails as m (kind, day, operator, lang_code, recipient, form)
      values ('address', current_date, ${mail.operator}, ${mail.language}, ${mail.recipient}, ${mail.form})
      on conflict (kind, day, operator) do update set id = excluded.id, lang_code = excluded.lang_code, recipient = excluded.recipient, form = excluded.form,
        state = 'queued', attempts = 0, next_attempt_at = now(), last_error = null, sender = null, subject = null, text_body = null, html_body = null,
        created_at = now()
      where m.recipient <> excluded.recipient or m.created_at < now() - interval '10 minutes'
      returning m.id
    ) select enqueue('mail_operators', '', id) from queued`.execute(db)
}

/**
 * Finds the next mail that is due. Locks its row until the transaction ends, so that two workers cannot both send the
 * mail.
 */
export async function lockOperatorMail(db: DeploymentDb): Promise<QueuedOperatorMail | undefined> {
  const { rows } = await sql<QueuedOperatorMail>`
    select id, kind, to_char(day, 'YYYY-MM-DD') as day, operator, lang_code, recipient, form, attempts, sender, subject, text_body, html_body
    from operator_mails where state = 'queued' and next_attempt_at <= now() order by next_attempt_at, id limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** Records how the last attempt to send a mail ended. The row keeps no texts. */
export async function endOperatorMail(db: DeploymentDb, id: string, state: 'sent' | 'kept' | 'skipped', recipient: string): Promise<void> {
  await sql`
    update operator_mails set state = ${state}, recipient = ${recipient}, sent_at = case when ${state} = 'sent' then now() end, attempts = attempts + 1,
      last_error = null, sender = null, subject = null, text_body = null, html_body = null where id = ${id}`.execute(db)
}

/**
 * Records a failed attempt. The mail is tried again after a pause, or marked as failed if there is none.
 * @param rendered the texts that all later attempts send; if missing, the next attempt renders the mail again
 */
export async function postponeOperatorMail(
  db: DeploymentDb,
  id: string,
  failed: { rendered: RenderedMail | undefined; recipient: string; error: string; pauseSeconds: number | undefined },
): Promise<void> {
  const { rendered, recipient, error, pauseSeconds } = failed
  await sql`
    update operator_mails set attempts = attempts + 1, last_error = ${error}, recipient = ${recipient},
      state = case when ${pauseSeconds ?? null}::float8 is null then 'failed' else 'queued' end,
      next_attempt_at = now() + make_interval(secs => ${pauseSeconds ?? 0}::float8), sender = coalesce(${rendered?.sender ?? null}, sender),
      subject = coalesce(${rendered?.subject ?? null}, subject), text_body = coalesce(${rendered?.text ?? null}, text_body),
      html_body = coalesce(${rendered?.html ?? null}, html_body) where id = ${id} and state = 'queued'`.execute(db)
}
