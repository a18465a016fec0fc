import { namedParameters } from '../../platform/db/named-parameters.ts'
import { type CustomerKey, encryptedJson, stored } from '../../platform/keys/rules.ts'
import { traceparent } from '../../platform/telemetry/tracing.ts'
import { ENCRYPTION_CONTEXTS } from './encrypted-answers.ts'
import type { NewRequest } from './new-request.ts'
import type { InsertOutcome, StoreQueue } from './store-queue.ts'

/**
 * Names of the parameters of the database function `store_submission`, without their underscore. The function checks and
 * writes everything in one round trip, or nothing (docs/decisions/0075-store-submission.md).
 */
const PARAMETERS = `
  customer_code traceparent id ticket otp state auth_type definition_code_tag definition_version code_tag lang_code email person_key
  content_hash summary_html opens_ticket form_fields further_questions accepted_terms tax_codes attachments encryption_key_id
  confirmation_hash link_hours max_requests limit_hours idempotency_key payload_hash receipt survey_person survey_person_unkeyed
  session_hash solution_hash sender_hashes sender_hours fingerprint fingerprint_hours mail_limit
`.match(/\w+/g) as string[]

const STORE = namedParameters(PARAMETERS.map((name) => `_${name} => :${name}`).join(', '))

/** The arguments of `store_submission`, numbered as the values of `parametersOf`. */
export const STORE_ARGUMENTS = STORE.text

/**
 * Value of the column `content_hash`, which only earlier releases use. This release finds identical requests by the
 * table `request_fingerprints`, whose rows expire.
 */
const NO_CONTENT_HASH = Buffer.alloc(0)

function parametersOf(r: NewRequest, encryptionKey: CustomerKey | null): unknown[] {
  const { customerCode, id, idempotency } = r
  const summary = (place: ReturnType<typeof ENCRYPTION_CONTEXTS.summary>) => r.summaryHtml && stored(encryptionKey, place, r.summaryHtml)
  return STORE.bind({
    customer_code: customerCode,
    id,
    ticket: r.ticket,
    otp: r.otp,
    state: r.state,
    auth_type: r.authType,
    definition_code_tag: r.definitionCodeTag,
    definition_version: r.definitionVersion,
    code_tag: r.codeTag,
    lang_code: r.langCode,
    email: r.email,
    person_key: r.personKey,
    content_hash: NO_CONTENT_HASH,
    summary_html: summary(ENCRYPTION_CONTEXTS.summary(customerCode, id)),
    opens_ticket: r.opensTicket,
    form_fields: JSON.stringify(encryptedJson(encryptionKey, ENCRYPTION_CONTEXTS.formFields(customerCode, id), r.formFields)),
    further_questions: JSON.stringify(encryptedJson(encryptionKey, ENCRYPTION_CONTEXTS.furtherQuestions(customerCode, id), r.furtherQuestions)),
    confirmation_hash: r.confirmation?.codeHash ?? null,
    link_hours: r.confirmation?.hours ?? null,
    idempotency_key: idempotency?.key ?? null,
    payload_hash: idempotency?.payloadHash ?? null,
    receipt: idempotency ? JSON.stringify({ ...idempotency.answer, summary_html: summary(ENCRYPTION_CONTEXTS.receipt(customerCode, idempotency.key)) }) : null,
    max_requests: r.limit?.requests ?? null,
    limit_hours: r.limit?.hours ?? null,
    attachments: JSON.stringify(r.attachments),
    accepted_terms: r.acceptedTerms,
    survey_person: r.surveyPerson?.keyed ?? null,
    session_hash: r.sessionHash,
    solution_hash: r.captcha.solutionHash,
    sender_hashes: r.captcha.senders,
    sender_hours: r.captcha.hours,
    fingerprint: r.fingerprint?.hash ?? null,
    fingerprint_hours: r.fingerprint?.hours ?? null,
    mail_limit: r.mailLimit,
    traceparent: traceparent(),
    encryption_key_id: encryptionKey?.id ?? null,
    tax_codes: r.taxCodes,
    survey_person_unkeyed: r.surveyPerson?.unkeyed ?? null,
  })
}

/**
 * Stores a request, with encrypted texts if an encryption key is given.
 * @throws the database's error; 23505 on `requests_ticket_key` if the ticket code already exists.
 */
export function insertRequest(queue: StoreQueue, request: NewRequest, encryptionKey: CustomerKey | null): Promise<InsertOutcome> {
  return queue.store(parametersOf(request, encryptionKey), request.personKey)
}
