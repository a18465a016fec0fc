import { linkHours } from '../../catalogue/customers/rules.ts'
import { type CustomerDb, withCustomerOnce } from '../../platform/db/with-customer.ts'
import { type Encryption, Unreadable } from '../../platform/keys/rules.ts'
import { updateRequestState } from '../../requests/requests/queries.ts'
import { decryptAnswers, decryptSummary } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { decryptMail, encryptedMail } from './encrypted-mails.ts'
import { deleteMail, isWaiting, lockQueuedMail, markDelivered, type QueuedMail, type RenderedMail, recordFailedAttempt } from './queries.ts'
import { renderMail } from './render-mail.ts'
import { pauseAfter } from './retry-schedule.ts'
import { isPermanent, type MailTransport, mayHaveLeft } from './transport.ts'

/**
 * Makes one attempt to send a mail, and records the result in the mail's row: sent, stored, queued for the next
 * attempt, or failed. Does nothing if the mail is no longer queued, so that the job can safely run twice.
 */
export async function sendMail(services: RequestServices, transport: MailTransport | null, customerCode: string, id: string): Promise<void> {
  const customer = await services.knownCustomer(customerCode)
  const known = await services.encryption.key(customerCode)
  await withCustomerOnce(services.database.jobs, customerCode, async (db) => {
    const mail = await lockQueuedMail(db, customerCode, id)
    if (!mail) {
      // Another worker has locked the mail's row. If that worker crashes, no job remains for the mail. Therefore this
      // job fails, and the queue retries it.
      if (await isWaiting(db, customerCode, id)) throw new Error(`mail ${id} is held by another worker`)
      return
    }
    let rendered: RenderedMail | null | undefined
    // Locks the encryption key only after the mail was sent. Otherwise the deletion of a key could have to wait for a
    // slow SMTP server.
    const sealed = async (texts: RenderedMail) => encryptedMail(await services.encryption.held(db, customerCode, known), customerCode, mail, texts)
    try {
      const opened = await decryptQueued(services.encryption, db, customerCode, mail)
      rendered = alreadyRendered(opened) ?? (await renderMail(db, services, customer, opened))
      if (!rendered) {
        await deleteMail(db, customerCode, id)
        return
      }
      await transport?.send({ ...rendered, id, recipient: mail.recipient, messageIdDomain: new URL(services.config.publicUrl).hostname })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const pause = isPermanent(error) || error instanceof Unreadable ? undefined : pauseAfter(mail.attempts + 1)
      // The SMTP server may already have accepted the mail: the next attempt sends the same text (RFC 5322, 3.6.4: one
      // Message-ID, one version). The mail has failed for good: its text is stored for operators. In all other cases
      // the next attempt renders the mail again, because its text states when the link expires, counted from the time
      // of sending.
      const kept = rendered && (pause === undefined || mayHaveLeft(error)) ? await sealed(rendered) : undefined
      await recordFailedAttempt(db, customerCode, id, kept, reason.slice(0, 1_000), pause)
      if (pause === undefined && mail.kind === 'desk' && mail.request_id) await updateRequestState(db, customerCode, mail.request_id)
      services.metrics.mails.inc({ outcome: 'failed' })
      return
    }
    await markDelivered(db, customerCode, mail, await sealed(rendered), transport ? 'sent' : 'kept', linkHours(customer.params))
    services.metrics.mails.inc({ outcome: transport ? 'sent' : 'kept' })
  })
}

/** Decrypts a mail, and the answers and summary of its request. @throws Unreadable. */
async function decryptQueued(encryption: Encryption, db: CustomerDb, customerCode: string, mail: QueuedMail) {
  const opened = await decryptMail(encryption, db, customerCode, mail)
  if (mail.request_id === null) return { ...opened, form_fields: null, further_questions: null }
  const request = { customer_code: customerCode, id: mail.request_id, summary_html: mail.summary_html }
  return { ...opened, ...(await decryptAnswers(encryption, db, request, mail)), summary_html: await decryptSummary(encryption, db, request) }
}

function alreadyRendered(mail: Pick<QueuedMail, 'sender' | 'subject' | 'text_body' | 'html_body'>): RenderedMail | undefined {
  const { sender, subject, text_body: text, html_body: html } = mail
  return sender !== null && subject !== null && text !== null && html !== null ? { sender, subject, text, html } : undefined
}
