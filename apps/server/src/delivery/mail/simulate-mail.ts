import type { Answers } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { mailDocument, mailLookOf } from './mail-document.ts'
import { renderVisitorMail } from './render-mail.ts'

/** A request that the server does not store, for rendering its mails: a trial submission, or the request of a recorded test. */
interface UnstoredRequest {
  id: string
  ticket: string
  otp: string | null
  email: string
  langCode: string
  codeTag: string
  answers: Answers
  summaryHtml: string | null
  /** Time of the submission. */
  at: Date
}

/** A mail that the server does not send. `body` is its HTML without the layout. */
export interface SimulatedMail {
  subject: string
  html: string
  body: string
}

/**
 * Renders the mail that a submission would cause, without storing the request. Renders it in the same way as the worker
 * renders real mails.
 * @throws if the template cannot be rendered
 */
export async function simulateMail(
  db: CustomerDb | DeploymentDb,
  config: Config,
  customer: Customer,
  kind: 'validation' | 'success',
  request: UnstoredRequest,
): Promise<SimulatedMail> {
  const { subject, html, body } = await renderVisitorMail(db, config, customer, {
    id: request.id,
    kind,
    lang_code: request.langCode,
    recipient: request.email,
    attempts: 0,
    sender: null,
    subject: null,
    text_body: null,
    html_body: null,
    asks: null,
    recovery_id: null,
    written_at: request.at,
    request_id: request.id,
    ticket: request.ticket,
    request_email: request.email,
    request_language: request.langCode,
    summary_html: request.summaryHtml,
    otp: request.otp,
    created_at: request.at,
    expires_at: null,
    code_tag: request.codeTag,
    definition_code_tag: customer.published.codeTag,
    definition_version: customer.published.version,
    form_fields: request.answers,
    further_questions: null,
  })
  return { subject, html, body }
}

/** Puts the notification for a department into the layout of all mails. */
export function notificationMail(
  config: Config,
  customer: Customer,
  { subject, html: body }: { subject: string; html: string },
  langCode: string,
): SimulatedMail {
  return { subject, html: mailDocument(body, langCode, mailLookOf(config, customer)), body }
}
