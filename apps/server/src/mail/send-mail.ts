import { linkHours } from '../customers/rules.ts'
import { type CustomerDb, withCustomerOnce } from '../db/with-customer.ts'
import { settleRequest } from '../destinations/queries.ts'
import { type Sealing, Unreadable } from '../keys/rules.ts'
import { openAnswers, openSummary } from '../requests/rules.ts'
import type { Services } from '../services.ts'
import { isWaiting, lockQueuedMail, markDelivered, markFailedTry, type QueuedMail, type RenderedMail } from './queries.ts'
import { renderMail } from './render-mail.ts'
import { pauseAfter } from './retry-schedule.ts'
import { openMail, sealedMail } from './sealed-mails.ts'
import { isPermanent, type MailTransport, mayHaveLeft } from './transport.ts'

/**
 * One try at one mail. Whatever happens ends in the mail's row: sent, kept, queued for a next try, or failed for a person to see.
 * A mail that is no longer queued is left alone, so a job that runs twice does no harm.
 */
export async function sendMail(services: Services, transport: MailTransport | null, customerCode: string, id: string): Promise<void> {
  const customer = await services.knownCustomer(customerCode)
  const known = await services.sealing.key(customerCode)
  await withCustomerOnce(services.database.jobs, customerCode, async (db) => {
    const mail = await lockQueuedMail(db, customerCode, id)
    if (!mail) {
      // Held by a worker that may be dying: were this job to end here, the mail would wait with no job left. It comes again.
      if (await isWaiting(db, customerCode, id)) throw new Error(`mail ${id} is held by another worker`)
      return
    }
    let rendered: RenderedMail | undefined
    // Held once the mail has left: whoever deletes keys need not wait for a mail server.
    const sealed = async (texts: RenderedMail) => sealedMail(await services.sealing.held(db, customerCode, known), customerCode, mail, texts)
    try {
      const opened = await openQueued(services.sealing, db, customerCode, mail)
      rendered = alreadyRendered(opened) ?? (await renderMail(db, services, customer, opened))
      await transport?.send({ ...rendered, id, recipient: mail.recipient, messageIdDomain: new URL(services.config.publicUrl).hostname })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const pause = isPermanent(error) || error instanceof Unreadable ? undefined : pauseAfter(mail.attempts + 1)
      // What may be somewhere already is sent as it was (RFC 5322, 3.6.4: one Message-ID, one version), and what is given up is there to be read. Any
      // other is written anew at its next try: the moment that it names is counted from its departure.
      const kept = rendered && (pause === undefined || mayHaveLeft(error)) ? await sealed(rendered) : undefined
      await markFailedTry(db, customerCode, id, kept, reason.slice(0, 1_000), pause)
      if (pause === undefined && mail.kind === 'desk' && mail.request_id) await settleRequest(db, customerCode, mail.request_id)
      services.metrics.mails.inc({ outcome: 'failed' })
      return
    }
    await markDelivered(db, customerCode, mail, await sealed(rendered), transport ? 'sent' : 'kept', linkHours(customer.params))
    services.metrics.mails.inc({ outcome: transport ? 'sent' : 'kept' })
  })
}

/** A mail with all that was sealed of it and of its request, opened. @throws Unreadable. */
async function openQueued(sealing: Sealing, db: CustomerDb, customerCode: string, mail: QueuedMail) {
  const opened = await openMail(sealing, db, customerCode, mail)
  if (mail.request_id === null) return { ...opened, form_fields: null, further_questions: null }
  const request = { customer_code: customerCode, id: mail.request_id, summary_html: mail.summary_html }
  return { ...opened, ...(await openAnswers(sealing, db, request, mail)), summary_html: await openSummary(sealing, db, request) }
}

function alreadyRendered(mail: Pick<QueuedMail, 'sender' | 'subject' | 'text_body' | 'html_body'>): RenderedMail | undefined {
  const { sender, subject, text_body: text, html_body: html } = mail
  return sender !== null && subject !== null && text !== null && html !== null ? { sender, subject, text, html } : undefined
}
