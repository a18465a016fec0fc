import { randomUUIDv7 } from 'node:crypto'
import { placeCodes } from '@sportello/codfis/places'
import {
  type Answers,
  answerTexts,
  checkRequest,
  checkTerms,
  effectiveAnswers,
  type Files,
  foreignFields,
  foreignTerms,
  furtherOf,
  furtherQuestionsOf,
  isLast,
  isQuestion,
  numberSetting,
  type Question,
  questionsOf,
  type SendReceipt,
  type TagNode,
  termsOf,
} from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { phrases } from '@sportello/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessMode } from '../../catalogue/access/rules.ts'
import { begunIn, type Customer, linkHours, mailSenderOf, momentOf, periodHours, todayOf } from '../../catalogue/customers/rules.ts'
import { cleanHtml, fieldsOf, languageOfPath, matches, needsSignIn } from '../../catalogue/definitions/rules.ts'
import { type OfferedOptions, offeredOptions } from '../../catalogue/integrations/rules.ts'
import { type CaptchaToll, captchaToll } from '../../entrance/captcha/rules.ts'
import { admitsAnybody, type Session, type Visitor, visitorOf } from '../../entrance/sessions/rules.ts'
import type { Json } from '../../platform/db/schema.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { route } from '../../platform/http/route.ts'
import { agreedType, inspectFiles, type ReceivedFile, type RequestLimits, requestLimits, storedHashOf } from '../attachments/rules.ts'
import { countCarriedReport, countedRequest } from '../visits/rules.ts'
import { taxCodeHashes } from './encrypted-answers.ts'
import { findStoredReceipt, storeOnce } from './idempotency.ts'
import type { NewRequest } from './new-request.ts'
import { type ReceivedSubmission, readSubmission } from './read-submission.ts'
import type { RequestServices } from './services.ts'
import {
  answeredEmail,
  emailOf,
  errorEntryOf,
  fingerprintOf,
  identityOf,
  isUnverifiedEmail,
  personKeyOf,
  rejectOversize,
  throwErrors,
} from './submission-rules.ts'
import { onceSurveyOf, surveyPerson } from './survey.ts'
import { renderHtml } from './text-templates.ts'
import { textVariables } from './text-variables.ts'
import { newOtp, newTicket } from './ticket.ts'
import { confirmationCode, hashOfCode } from './verification-code.ts'

export function submitRequest(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.submitRequest, async ({ params, request, reply }) => {
    const live = await services.openCustomer(params.customerCode)
    const begun = await begunIn(services.versionsUnderWay, live, request, true)
    const customer = begun ?? live
    const limits = requestLimits(customer.settings)
    const send = await readSubmission(request, services, customer.code, limits, (fields) =>
      rejectWithoutSession(services, customer, fields.get('otp_code'), request),
    )
    const valid = async () => {
      // The rules of another version than the one in which the visitor began are rules that the visitor has not seen.
      if (!begun) throw apiError('http_outdated')
      return validateSubmission(services, begun, send, { request, limits })
    }
    let stored = false
    try {
      rejectOversize(send.files, limits.requestBytes)
      const submission = await valid().catch(async (refusal: unknown) => {
        // If the browser repeats a submission, returns the stored response: the first submission has used up the session
        // or the captcha solution, or the form has a new version by now. Submissions that are valid are only looked up
        // when they are stored, because most are not repeated; an error of the database is no reason to ask it again.
        const first = refusal instanceof ApiError ? await findStoredReceipt(services, request, customer.code, send) : undefined
        if (!first) throw refusal
        return { repeated: first }
      })
      if ('repeated' in submission) return submission.repeated
      // A repeated submission of a survey must not set a new participant's cookie.
      const answered = submission.mode.authType === 'SURVEY' ? await findStoredReceipt(services, request, customer.code, send) : undefined
      if (answered) return answered
      const { key } = await services.customerKeys.current(customer.code)
      const record = buildRecord(services, customer, send, submission, { request, reply, key })
      const outcome = await storeOnce(services, request, send, record)
      stored = outcome.stored
      if (stored) {
        services.metrics.requestsReceived.inc({ auth_type: submission.mode.authType })
        services.visitCounts.add(countedRequest(customer, { definition_version: record.row.definitionVersion, lang_code: record.row.langCode }), 'request')
        countCarriedReport(services, live, request.headers)
      }
      return outcome.receipt
    } finally {
      // Removes the files of a rejected or repeated submission from quarantine. Those of a stored request have left it.
      if (!stored) await services.attachments.discardQuarantined(send.files)
    }
  })
}

/**
 * Rejects a visitor without a known session if the form needs a session. Runs before the first file is read, because
 * the session code precedes the files in the body. Accepts expired and used sessions, because the submission may repeat
 * a stored submission; `validateSubmission` checks them later.
 * @throws ApiError forms0011, forms0041.
 */
async function rejectWithoutSession(services: RequestServices, customer: Customer, code: string | undefined, request: FastifyRequest): Promise<void> {
  if (admitsAnybody(customer)) return
  await visitorOf(services, customer, code, request).catch((refusal: unknown) => {
    if (refusal instanceof ApiError && refusal.entries.some(({ code: reason }) => reason === 'forms0011' || reason === 'forms0041')) throw refusal
  })
}

/** A submission that passed every validation. */
export interface ValidSubmission {
  mode: AccessMode
  session: Session | null
  node: TagNode
  answers: Answers
  /** Answers to the further questions of the form's step; null if the step has no further questions. */
  further: Answers | null
  offered: OfferedOptions
  files: { received: ReceivedFile; mediaType: string }[]
  scanned: boolean
  email: string | null
  captcha: CaptchaToll
}

/**
 * Validates a submission against the published form, by the same rules as the browser and by additional rules of the
 * server.
 * @throws ApiError with one entry per invalid field.
 */
export async function validateSubmission(
  services: RequestServices,
  customer: Customer,
  send: ReceivedSubmission,
  { request, limits }: { request: FastifyRequest; limits: RequestLimits },
): Promise<ValidSubmission> {
  const visitor = await visitorOf(services, customer, send.payload.otp_code, request)
  const { mode, session, signedIn } = visitor
  const known = session?.known ?? {}
  const node = stepOf(customer, send, visitor)
  const questions = questionsOf(node.path)
  const further = furtherQuestionsOf(node.tag)
  const givenFurther = send.furtherQuestions ?? {}
  const terms = termsOf(node.path.map((tag) => ({ form_fields: fieldsOf(tag) })))
  const files = filesByField(send.files)
  if (send.files.length > 0 && !questions.some(isFileQuestion)) throw apiError('forms0031')
  const foreign = [...foreignFields(questions, send.formFields, files), ...foreignFields(further, givenFurther, {}), ...foreignTerms(terms, send.terms)]
  throwErrors(foreign.map((field) => ({ code: 'forms0044', field: field.slice(0, 64) })))
  // Verifies the captcha before calling a data source, so that a bot without a captcha solution cannot cause calls to
  // data sources.
  const typedEmail = mode.asksEmail ? (send.payload.email?.trim() ?? null) : null
  const captcha = await captchaToll(services, customer, { mode, signedIn, node, email: typedEmail, address: request.ip, given: send.payload.captcha_resolved })
  const answers = effectiveAnswers(questions, send.formFields, known)
  const context = { today: todayOf(customer), matches, placeCodes }
  const furtherAnswers = effectiveAnswers(further, givenFurther, known)
  const asked = [...questions, ...further]
  const given = { ...answers, ...furtherAnswers }
  const offered = await offeredOptions(services, customer, asked, given, { address: request.ip, session, signedIn })
  const keysOf = (code: string) => (offered.has(code) ? new Set(offered.get(code)?.map(({ key }) => key)) : undefined)
  throwErrors([...checkRequest(asked, given, files, context, keysOf), ...checkTerms(terms, send.terms)].map(errorEntryOf))
  const typed = await Promise.all(send.files.map(async (received) => ({ received, mediaType: await agreedType(received) })))
  throwErrors(
    typed
      .filter(({ mediaType }) => mediaType === undefined)
      .map(({ received }) => ({ code: 'forms0032', params: [received.name], field: received.propertyCode })),
  )
  const emailFields = node.path.flatMap((tag) => tag.form_fields).filter(isQuestion)
  const withEmail = questions.map((question, at) => ({ ...question, isEmailField: emailFields[at]?.type === 'EMAIL' }))
  return {
    mode,
    session,
    node,
    answers,
    further: furtherOf(node.tag) ? furtherAnswers : null,
    offered,
    scanned: await inspectFiles(services, send.files, limits),
    files: typed.map(({ received, mediaType }) => ({ received, mediaType: mediaType ?? '' })),
    email: emailOf(mode, session, send.payload) ?? answeredEmail(withEmail, answers),
    captcha,
  }
}

/**
 * Returns the form's step that the submission names by its code.
 * @throws ApiError forms0044 for an unknown step, forms0006, forms0036.
 */
function stepOf(customer: Customer, send: ReceivedSubmission, { mode, signedIn }: Visitor): TagNode {
  const node = customer.published.nodes.get(send.payload.code_tag)
  if (!node || !isLast(node.tag)) throw apiError('forms0044', [], 'code_tag')
  if (!signedIn && needsSignIn(node)) throw apiError('forms0006')
  if (mode.authType === 'AUTORESPONDER' && node.tag.opens_ticket) throw apiError('forms0036')
  return node
}

const isFileQuestion = ({ property }: Question) => property.default_value.input_type === 'file'

function filesByField(received: readonly ReceivedFile[]): Files {
  const files: Record<string, { name: string; size: number; type: string }[]> = Object.create(null)
  for (const { propertyCode, name, size } of received) {
    files[propertyCode] ??= []
    files[propertyCode].push({ name, size, type: '' })
  }
  return files
}

/** Returns the database rows that a valid submission writes, and the response for the visitor. */
export function buildRecord(
  services: RequestServices,
  customer: Customer,
  send: ReceivedSubmission,
  submission: ValidSubmission,
  { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key: Buffer },
): { row: NewRequest; receipt: SendReceipt } {
  const { mode, session, node, answers, further, email } = submission
  const formLanguage = languageOfPath(node.path)
  const language = formLanguage ?? languageFor({ headers: {} })
  const id = randomUUIDv7()
  const ticket = newTicket(customer.params.ticket_prefix ?? '')
  const otp = customer.params.otp ? newOtp() : null
  const byLink = mode.confirmedBy === 'link'
  const summaryHtml = summaryOf(customer, submission, send, { ticket, otp, hours: byLink ? linkHours(customer.params) : null })
  const { max_requests: requests } = customer.params
  const survey = mode.authType === 'SURVEY' ? onceSurveyOf(customer, session) : undefined
  const identity = identityOf(submission)
  const row: NewRequest = {
    customerCode: customer.code,
    id,
    ticket,
    otp,
    state: byLink ? 'awaiting_confirmation' : 'confirmed',
    authType: mode.authType,
    definitionCodeTag: customer.published.codeTag,
    definitionVersion: customer.published.version,
    codeTag: node.tag.code_tag,
    langCode: language,
    opensTicket: node.tag.opens_ticket ?? mode.opensTicket,
    email,
    personKey: personKeyOf(submission, request.ip),
    summaryHtml,
    formFields: answers as Json,
    furtherQuestions: further as Json,
    taxCodes: taxCodeHashes(services.config.secretKey, { ...answers, ...further }),
    acceptedTerms: send.terms,
    attachments: submission.files.map(({ received, mediaType }) => ({
      id: received.id,
      property_code: received.propertyCode,
      name: received.name,
      media_type: mediaType,
      size: received.size,
      sha256: storedHashOf(received.owner.key, received.sha256).toString('hex'),
      key_id: received.keyId,
      scanned: submission.scanned,
    })),
    confirmation: byLink ? { codeHash: hashOfCode(confirmationCode(services.config.secretKey, customer.code, id)), hours: linkHours(customer.params) } : null,
    idempotency: null,
    surveyPerson: survey ? surveyPerson(services, survey, session, { request, reply }, key) : null,
    sessionHash: session && mode.usesUpSession ? session.codeHash : null,
    captcha: submission.captcha,
    mailLimit: isUnverifiedEmail(submission) ? numberSetting(customer.settings, 'unconfirmed_mails') : null,
    fingerprint:
      identity === null
        ? null
        : { hash: fingerprintOf(key, identity, node.tag.code_tag, { ...answers, ...further }, send.files), hours: periodHours(customer.params) },
    limit: requests === undefined ? null : { requests, hours: periodHours(customer.params) },
  }
  const notifier = byLink ? mailSenderOf(services.config, customer) : null
  return { row, receipt: { ticket, otp, summary_html: summaryHtml, notifier_email: notifier, opens_ticket: row.opensTicket } }
}

function summaryOf(
  customer: Customer,
  { node, answers, further, offered, email }: ValidSubmission,
  send: ReceivedSubmission,
  said: { ticket: string; otp: string | null; hours: number | null },
): string | null {
  const field = node.path.flatMap((tag) => tag.form_fields).findLast((each) => each.type === 'HTML_SUMMARY')
  if (!field || typeof field.value !== 'string') return null
  const language = languageFor({ headers: {} }, languageOfPath(node.path))
  const { si: yes, no } = phrases[language].visitor
  const variables = {
    ...answerTexts(node.path, { ...answers, ...further }, filesByField(send.files), { language, yes, no }, ({ property_code }) => offered.get(property_code)),
    ...textVariables(customer, language, { ...said, link: null, from: momentOf(customer), to: email }),
  }
  try {
    return cleanHtml(renderHtml(field.value, variables))
  } catch {
    // A request gets no summary if the author's template fails, because the author's mistake must not cause the
    // rejection of the visitor's request.
    return null
  }
}
