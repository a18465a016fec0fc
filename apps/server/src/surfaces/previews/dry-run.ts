import type { Answers, DryRunReport } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { SURVEY_EMAIL } from '../../catalogue/access/rules.ts'
import { type Customer, momentOf } from '../../catalogue/customers/rules.ts'
import { simulateDeliveries } from '../../delivery/destinations/rules.ts'
import { notificationMail, simulateMail } from '../../delivery/mail/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { route } from '../../platform/http/route.ts'
import { readableRequest } from '../../requests/requests/queries.ts'
import { type SimulatedSubmission, simulateSubmission } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Registers the call that checks a trial submission in a preview and reports what a real submission would cause. */
export function dryRun(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.dryRun, async ({ params, request, reply }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const simulated = await simulateSubmission(services, customer, { request, reply })
    // The texts name the form whose look the preview has, because the code of the preview means nothing to people.
    return reportOf(services, { ...customer, code: customer.setting.code_form }, simulated, customer.preview?.forReviewers !== true)
  })
}

/**
 * Returns the report about a trial submission in a preview.
 * @param withTexts whether the report contains the mails and the deliveries, which name mailboxes and systems of the
 * office
 */
async function reportOf(
  services: RequestServices,
  customer: Customer,
  { row, receipt, submission }: SimulatedSubmission,
  withTexts: boolean,
): Promise<DryRunReport> {
  const { code_tag, answers, attachments } = contentOf(row)
  const readable = readableRequest(
    customer,
    { customer_code: customer.code, id: row.id, definition_code_tag: row.definitionCodeTag, definition_version: 0, code_tag, lang_code: row.langCode },
    { answers, attachments, document: customer.published.definition },
  )
  const { deliveries, deskMails } = withTexts ? handoverOf(customer, row, readable) : { deliveries: [], deskMails: [] }
  return {
    receipt,
    request: {
      code_tag,
      path: readable.path,
      auth_type: submission.mode.authType,
      language: row.langCode,
      email: row.email,
      confirmed_by: row.confirmation ? 'link' : 'at_once',
      opens_ticket: row.opensTicket,
      answers: readable.answers,
      ...answers,
      terms: [...row.acceptedTerms],
      files: row.attachments.map(({ property_code: property, name, media_type, size }) => ({ property, name, media_type, size })),
    },
    mails: [
      ...(withTexts ? await visitorMails(services, customer, row) : []),
      ...deskMails.map(({ recipient, langCode, notification }) => ({
        kind: 'desk' as const,
        recipient,
        ...orError('mail', () => notificationMail(customer, notification(), langCode)),
      })),
    ],
    deliveries: deliveries.map(({ destination, kind, body }) => ({ destination, kind, ...orError('body', body) })),
  }
}

type Row = SimulatedSubmission['row']

function contentOf(row: Row) {
  const answers = { form_fields: row.formFields as Answers, further_questions: row.furtherQuestions as Answers | null }
  return { code_tag: row.codeTag, answers, attachments: row.attachments.map((file) => ({ ...file, malware: null })) }
}

function handoverOf(customer: Customer, row: Row, readable: ReturnType<typeof readableRequest>): ReturnType<typeof simulateDeliveries> {
  if (!row.opensTicket) return { deliveries: [], deskMails: [] }
  const { ticket, codeTag: code_tag, email, langCode: lang_code, authType: auth_type, summaryHtml: summary_html } = row
  const at = momentOf(customer)
  return simulateDeliveries(customer, { ticket, code_tag, email, lang_code, auth_type, created_at: at, confirmed_at: at, summary_html }, readable)
}

/**
 * Renders the mails that the visitor would get, in the order of sending: the mail with the confirmation link, and the
 * mail after the processing.
 */
function visitorMails({ database, config, encryption }: RequestServices, customer: Customer, row: Row): Promise<DryRunReport['mails']> {
  const { email } = row
  if (email === null) return Promise.resolve([])
  const kinds = [...(row.confirmation ? (['validation'] as const) : []), ...(email === SURVEY_EMAIL ? [] : (['success'] as const))]
  const answers = { ...(row.formFields as Answers), ...(row.furtherQuestions as Answers | null) }
  return withCustomer(database.kysely, customer.code, async (db) => {
    const mails: DryRunReport['mails'] = []
    for (const kind of kinds) {
      const rendered = await simulateMail(db, { config, encryption }, customer, kind, { ...row, email, answers }).then(
        (mail) => ({ mail, error: null }),
        (error: unknown) => ({ mail: null, error: messageOf(error) }),
      )
      mails.push({ kind, recipient: email, ...rendered })
    }
    return mails
  })
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
