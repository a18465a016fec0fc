import { type Answers, correctionFields, DEFAULT_LANGUAGE, furtherQuestionsOf, isLanguage, questionsOf } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { fieldsOf } from '../../catalogue/definitions/rules.ts'
import type { CustomerDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { Unreadable } from '../../platform/keys/rules.ts'
import type { FollowUpSession } from '../../requests/follow-up/queries.ts'
import { readMessages, type StoredMessage } from '../../requests/follow-up/rules.ts'
import { requestContent, type StoredAnswers } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findSubmitted } from '../receipts/rules.ts'
import { requireOpen } from './in-session.ts'

/** What a message of the desk asks of a requester, with the questions of the request. */
export interface AskedCorrection {
  message: StoredMessage
  messages: readonly StoredMessage[]
  /** The questions of the request. Those that the message names are not hidden. */
  fields: ReturnType<typeof correctionFields>
  /** Codes of the questions that the form hides. The requester must not see their answers, which may come from a session. */
  concealed: ReadonlySet<string>
  /** Codes of the questions after the last step, whose answers are stored apart. */
  further: ReadonlySet<string>
  /** The answers as they are stored; null if the requester is asked for files only, for which they are not read. */
  answers: StoredAnswers | null
}

/**
 * Reads what a message of the desk asks for. Corrections need the mailed code, because the requester sees the answers; files do not.
 * @throws ApiError http_not_found if the desk did not ask for corrections or files with this message, forms0006, and forms_mgmt0004 if the
 * answers or the form can no longer be read
 */
export async function readAskedCorrection(
  services: RequestServices,
  db: CustomerDb,
  customer: Customer,
  { session, messageId }: { session: FollowUpSession; messageId: string },
): Promise<AskedCorrection> {
  const messages = await readMessages(services.encryption, db, session)
  const message = messages.find(({ id, sender, kind }) => id === messageId && sender === 'desk' && kind !== 'question')
  if (!message) throw apiError('http_not_found')
  const needsAnswers = message.kind === 'correction'
  if (needsAnswers) requireOpen(session)
  const row = await findSubmitted(db, customer.code, 'id', session.id)
  if (!row) throw apiError('forms0011')
  const content = await requestContent(services.encryption, db, customer, row, needsAnswers).catch((error: unknown) => {
    throw error instanceof Unreadable ? apiError('forms_mgmt0004') : error
  })
  const path = (content.filledIn?.nodes.get(row.code_tag)?.path ?? []).map((tag) => ({ ...tag, form_fields: fieldsOf(tag) }))
  const answers = needsAnswers ? { form_fields: content.answers?.form_fields ?? {}, further_questions: content.answers?.further_questions ?? null } : null
  const given: Answers = { ...answers?.form_fields, ...answers?.further_questions }
  const language = isLanguage(row.lang_code) ? row.lang_code : DEFAULT_LANGUAGE
  const fields = correctionFields(path, message.properties, given, phrases[language].follow.altri_file)
  // The definition may have been deleted since.
  if (!fields.some(({ hidden }) => !hidden)) throw apiError('forms_mgmt0004')
  const further = new Set(furtherQuestionsOf(path.at(-1)).map(({ property }) => property.property_code))
  const hidden = [...questionsOf(path), ...furtherQuestionsOf(path.at(-1))].filter((question) => question.hidden)
  const concealed = new Set(hidden.map(({ property }) => property.property_code))
  return { message, messages, fields, further, concealed, answers }
}
