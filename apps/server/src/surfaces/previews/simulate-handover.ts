import type { Answers, AuthType, DryRunReport } from '@sportello/contract'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { simulateDeliveries } from '../../delivery/destinations/rules.ts'
import { notificationMail, type SimulatedMail, simulateMail } from '../../delivery/mail/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { readableRequest } from '../../requests/requests/queries.ts'

/** A valid request that the server does not store: a trial submission in a preview, or the request of a recorded test. */
export interface UnstoredRequest {
  id: string
  ticket: string
  otp: string | null
  codeTag: string
  langCode: string
  authType: AuthType
  email: string | null
  opensTicket: boolean
  /** Whether the visitor must confirm the request by the link in a mail. */
  byLink: boolean
  summaryHtml: string | null
  answers: { form_fields: Answers; further_questions: Answers | null }
  attachments: { id: string; property_code: string; name: string; media_type: string; size: number }[]
  /** Time of the submission. */
  at: Date
}

interface Handover extends Pick<DryRunReport, 'deliveries'> {
  mails: (Omit<DryRunReport['mails'][number], 'mail'> & { mail: SimulatedMail | null })[]
}

/** Returns a request that is not stored in the form in which people read it. */
export function readableUnstored(customer: Customer, { id, codeTag: code_tag, langCode: lang_code, answers, attachments }: UnstoredRequest) {
  const row = { customer_code: customer.code, id, definition_code_tag: customer.published.codeTag, definition_version: 0, code_tag, lang_code }
  return readableRequest(customer, row, {
    answers,
    attachments: attachments.map((file) => ({ ...file, malware: null })),
    filledIn: customer.published,
  })
}

/**
 * Renders the mails and deliveries that a real request would cause, in the order of sending. A text that cannot be
 * rendered has an error instead.
 */
export async function simulateHandover(db: CustomerDb | DeploymentDb, config: Config, customer: Customer, request: UnstoredRequest): Promise<Handover> {
  const { ticket, codeTag: code_tag, langCode: lang_code, authType: auth_type, email, at, summaryHtml: summary_html } = request
  const mails = await visitorMails(db, config, customer, request)
  if (!request.opensTicket) return { mails, deliveries: [] }
  const row = { ticket, code_tag, email, lang_code, auth_type, created_at: at, confirmed_at: at, summary_html }
  const { deliveries, deskMails } = simulateDeliveries(customer, row, readableUnstored(customer, request), at)
  return {
    mails: [
      ...mails,
      ...deskMails.map(({ recipient, langCode, notification }) => ({
        kind: 'desk' as const,
        recipient,
        ...orError('mail', () => notificationMail(config, customer, notification(), langCode)),
      })),
    ],
    deliveries: deliveries.map(({ destination, kind, body }) => ({ destination, kind, ...orError('body', body) })),
  }
}

/**
 * Renders the mails to the visitor: the mail with the confirmation link, if the request must be confirmed, and the mail
 * after the request has been processed.
 */
async function visitorMails(
  db: CustomerDb | DeploymentDb,
  config: Config,
  customer: Customer,
  { email, byLink, answers: { form_fields, further_questions }, ...request }: UnstoredRequest,
): Promise<Handover['mails']> {
  if (email === null) return []
  const kinds = [...(byLink ? (['validation'] as const) : []), ...(email === SURVEY_EMAIL ? [] : (['success'] as const))]
  const mails: Handover['mails'] = []
  for (const kind of kinds) {
    const rendered = await simulateMail(db, config, customer, kind, { ...request, email, answers: { ...form_fields, ...further_questions } }).then(
      (mail) => ({ mail, error: null }),
      (error: unknown) => ({ mail: null, error: messageOf(error) }),
    )
    mails.push({ kind, recipient: email, ...rendered })
  }
  return mails
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Returns a rendered text, or the reason why the server cannot render an author’s template. */
function orError<K extends string, T>(key: K, render: () => T): Record<K, T | null> & { error: string | null } {
  try {
    return { [key]: render(), error: null } as Record<K, T | null> & { error: string | null }
  } catch (error) {
    return { [key]: null, error: messageOf(error) } as Record<K, T | null> & { error: string | null }
  }
}
