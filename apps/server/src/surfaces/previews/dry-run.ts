import type { Answers, DryRunReport } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type Customer, momentOf } from '../../catalogue/customers/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { route } from '../../platform/http/route.ts'
import { type SimulatedSubmission, simulateSubmission } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { readableUnstored, simulateHandover, type UnstoredRequest } from './simulate-handover.ts'

/** Registers the endpoint that checks a test submission in a preview and reports what a real submission would cause. */
export function dryRun(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.dryRun, async ({ params, request, reply }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const simulated = await simulateSubmission(services, customer, { request, reply })
    // The texts name the form whose logo and colours the preview uses. The preview's own code would mean nothing to
    // people.
    return reportOf(services, { ...customer, code: customer.setting.code_form }, simulated, customer.preview?.forReviewers !== true)
  })
}

/**
 * Returns the report about a test submission in a preview.
 * @param withTexts true if the report contains the mails and the deliveries. These name mailboxes and systems of the
 * office
 */
async function reportOf(
  services: RequestServices,
  customer: Customer,
  { row, receipt, submission }: SimulatedSubmission,
  withTexts: boolean,
): Promise<DryRunReport> {
  const unstored = unstoredOf(customer, row, submission)
  const readable = readableUnstored(customer, unstored)
  const { mails, deliveries } = withTexts
    ? await withCustomer(services.database.kysely, customer.code, (db) => simulateHandover(db, services.config, customer, unstored))
    : { mails: [], deliveries: [] }
  return {
    receipt,
    request: {
      code_tag: row.codeTag,
      path: readable.path,
      auth_type: submission.mode.authType,
      language: row.langCode,
      email: row.email,
      confirmed_by: unstored.byLink ? 'link' : 'at_once',
      opens_ticket: row.opensTicket,
      answers: readable.answers,
      ...unstored.answers,
      terms: [...row.acceptedTerms],
      files: row.attachments.map(({ property_code: property, name, media_type, size }) => ({ property, name, media_type, size })),
    },
    mails,
    deliveries,
  }
}

function unstoredOf(customer: Customer, row: SimulatedSubmission['row'], { mode }: SimulatedSubmission['submission']): UnstoredRequest {
  return {
    ...row,
    authType: mode.authType,
    byLink: row.confirmation !== null,
    answers: { form_fields: row.formFields as Answers, further_questions: row.furtherQuestions as Answers | null },
    attachments: [...row.attachments],
    at: momentOf(customer),
  }
}
