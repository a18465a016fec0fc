import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { sql } from 'kysely'
import { type Customer, formTitleOf, mailSenderOf, timeZoneOf } from '../../catalogue/customers/rules.ts'
import { cleanHtml } from '../../catalogue/definitions/rules.ts'
import { isPermanent, type MailTransport, mailDocument, mailLookOf, mailText, pauseAfter } from '../../delivery/mail/rules.ts'
import type { Config } from '../../platform/config.ts'
import { type CustomerDb, withCustomer, withCustomerOnce } from '../../platform/db/with-customer.ts'
import { ifReadable } from '../../platform/keys/rules.ts'
import { renderHtml, renderLine } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { mailPlace } from '../../requests/saved-drafts/rules.ts'

/** Seconds after which a mail is tried again while no mail server is configured. Such a try does not count. */
const WITHOUT_SERVER_S = 3_600

interface DueMail {
  recipient: string
  link: string
  attempts: number
  lang_code: string
  expires_at: Date
  second_factor: string | null
}

/**
 * Sends the mail with the link of a saved draft. The transaction that records it as sent, or as given up, deletes the link, which
 * is then in no place but the mail. Does nothing if the mail is not due, or another worker sends it.
 */
export async function mailSavedDraft(services: RequestServices, transport: MailTransport | null, customerCode: string, id: string): Promise<void> {
  const customer = await services.catalog.customer(customerCode)
  let failure: unknown
  await withCustomerOnce(services.database.jobs, customerCode, async (db) => {
    const mail = await lockMail(db, customerCode, id)
    if (!mail || !customer) return
    if (!transport) return postpone(db, customerCode, id, { error: 'no mail server is configured', pauseSeconds: WITHOUT_SERVER_S, counts: false })
    const opened = await openMail(services, db, customerCode, id, mail)
    // The keys of the customer were destroyed. The draft cannot be opened any more.
    if (!opened) return deleteMail(db, customerCode, id)
    try {
      const rendered = linkMail(services.config, customer, { ...mail, linkKey: opened.linkKey })
      await transport.send({ ...rendered, recipient: opened.recipient, id, messageIdDomain: new URL(services.config.publicUrl).hostname })
    } catch (error) {
      failure = error
      return
    }
    await deleteMail(db, customerCode, id)
    services.metrics.mails.inc({ outcome: 'sent' })
  })
  if (failure === undefined) return
  services.metrics.mails.inc({ outcome: 'failed' })
  await withCustomer(services.database.jobs, customerCode, async (db) => {
    const mail = await lockMail(db, customerCode, id)
    if (!mail) return
    const pauseSeconds = isPermanent(failure) ? undefined : pauseAfter(mail.attempts + 1)
    if (pauseSeconds === undefined) return deleteMail(db, customerCode, id)
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, 1_000)
    await postpone(db, customerCode, id, { error, pauseSeconds, counts: true })
  })
}

async function lockMail(db: CustomerDb, customerCode: string, id: string): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    select m.recipient, m.link, m.attempts, d.lang_code, d.expires_at, d.second_factor
    from saved_draft_mails m join saved_drafts d on d.customer_code = m.customer_code and d.id = m.draft_id
    where m.customer_code = ${customerCode} and m.draft_id = ${id} and m.next_attempt_at <= now() + interval '1 second' and d.ended is null
    for update of m skip locked`.execute(db)
  return rows[0]
}

async function openMail({ encryption }: RequestServices, db: CustomerDb, customerCode: string, id: string, { recipient, link }: DueMail) {
  return ifReadable(
    (async () => ({
      recipient: await encryption.open(db, mailPlace('recipient')(customerCode, id), recipient),
      linkKey: await encryption.open(db, mailPlace('link')(customerCode, id), link),
    }))(),
  )
}

async function deleteMail(db: CustomerDb, customerCode: string, id: string): Promise<void> {
  await db.deleteFrom('saved_draft_mails').where('customer_code', '=', customerCode).where('draft_id', '=', id).execute()
}

async function postpone(db: CustomerDb, customerCode: string, id: string, failed: { error: string; pauseSeconds: number; counts: boolean }): Promise<void> {
  await sql`
    with tried as (
      update saved_draft_mails set attempts = attempts + ${failed.counts ? 1 : 0}::int, last_error = ${failed.error},
        next_attempt_at = now() + make_interval(secs => ${failed.pauseSeconds}::float8)
      where customer_code = ${customerCode} and draft_id = ${id} returning customer_code, draft_id, next_attempt_at
    ) select enqueue('mail_saved_draft', customer_code, draft_id, next_attempt_at) from tried`.execute(db)
}

/**
 * Renders the mail with the link of a saved draft, in the visitor's language and the customer's layout. The link's key is in the
 * fragment of the URL, which browsers send to no server.
 */
function linkMail(config: Config, customer: Customer, mail: Pick<DueMail, 'lang_code' | 'expires_at' | 'second_factor'> & { linkKey: string }) {
  const language: Language = isLanguage(mail.lang_code) ? mail.lang_code : DEFAULT_LANGUAGE
  const template = phrases[language].mail.saved_draft
  const link = `${config.publicUrl}/${customer.code}/resume?locale=${language}#${mail.linkKey}`
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: timeZoneOf(customer) })
  const variables = { form_title: formTitleOf(customer), link, expiration: moment.format(mail.expires_at), second_factor: mail.second_factor ?? '' }
  const body = cleanHtml(renderHtml(template.html, variables))
  const look = mailLookOf(config, customer)
  return {
    sender: mailSenderOf(config, customer),
    subject: renderLine(template.subject, variables),
    html: mailDocument(body, language, look, { link }),
    text: mailText(body, look),
  }
}
