import type { FormTestInput, FormTestOutcome, TagNode } from '@sportello/contract'
import { freeModeOf, sessionModeOf } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { languageOfPath } from '../../catalogue/definitions/rules.ts'
import { plainTextOf } from '../../delivery/mail/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { simulateHandover } from '../previews/rules.ts'
import { TEST_TICKET } from './written-summary.ts'

/** What the server needs to run recorded tests. */
export type TestServices = Pick<RequestServices, 'config'> & { previews: Pick<RequestServices['previews'], 'ofDocument' | 'ofForm'> }

/**
 * Id of the request that a test simulates. It is the same in each run, so that the outcome of the test stays the same.
 */
const TEST_ID = '00000000-0000-7000-8000-000000000000'
const TEST_OTP = '000000'

interface AcceptedRequest {
  input: FormTestInput
  outcome: FormTestOutcome
  node: TagNode
  at: Date
}

/** Returns the mails and deliveries that the accepted request of a recorded test would cause. */
export async function sentOf(
  db: DeploymentDb,
  services: TestServices,
  neutral: Customer,
  { input, outcome, node, at }: AcceptedRequest,
): Promise<Required<Pick<FormTestOutcome, 'mails' | 'deliveries'>>> {
  const { form, auth_type: authType, email } = input.sent ?? { form: null, auth_type: 'FREE' as const, email: null }
  const shown = await services.previews.ofForm(neutral, { form, mode: authType, today: input.today })
  const customer = { ...shown, code: shown.setting.code_form }
  const mode = freeModeOf(customer.params.auth_type ?? []) ?? sessionModeOf(customer.params.auth_type ?? [], authType)
  const { mails, deliveries } = await simulateHandover(db, services.config, customer, {
    id: TEST_ID,
    ticket: TEST_TICKET,
    otp: customer.params.otp ? TEST_OTP : null,
    codeTag: node.tag.code_tag,
    langCode: languageFor({ headers: {} }, languageOfPath(node.path)),
    authType,
    email,
    opensTicket: node.tag.opens_ticket ?? mode?.opensTicket ?? true,
    byLink: mode?.confirmedBy === 'link',
    summaryHtml: outcome.summary,
    answers: { form_fields: outcome.answers ?? {}, further_questions: outcome.further },
    attachments: input.files.map(({ property, name, type, size }, at) => ({ id: `${at + 1}`, property_code: property, name, media_type: type, size })),
    at,
  })
  return {
    mails: mails.map(({ kind, recipient, mail, error }) => ({
      kind,
      recipient,
      subject: mail?.subject ?? '',
      text: mail ? plainTextOf(withoutCodes(mail.body, services.config.publicUrl)) : (error ?? ''),
    })),
    deliveries: deliveries.map(({ destination, kind, body, error }) => ({ destination, kind, body: body ?? error ?? '' })),
  }
}

/** Removes from a mail what differs between deployments: the public URL, and codes made with the deployment's key. */
const withoutCodes = (html: string, publicUrl: string) => html.replaceAll(publicUrl, '').replace(/([?&;](?:code|key)=)[\w.~-]+/g, '$1…')
