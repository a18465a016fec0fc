import { type Answers, answerRows, answerSections, answerTexts, DEFAULT_LANGUAGE, type Files, isLanguage } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { type PublishedDefinition, readVersion } from '../../catalogue/definitions/rules.ts'
import { staticOptions } from '../../catalogue/integrations/rules.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { type Encryption, ifReadable } from '../../platform/keys/rules.ts'
import { decryptAnswers } from './encrypted-answers.ts'

/** The columns of a request's row that are needed to read its answers, its files and its form definition. */
interface Stored {
  customer_code: string
  id: string
  definition_code_tag: string
  definition_version: number
  code_tag: string
  lang_code: string
}

/**
 * Reads the stored answers of a request, its files, and the version of the form definition that the visitor filled in.
 */
async function storedContent(db: CustomerDb | DeploymentDb, { published }: Customer, { customer_code, id, definition_code_tag, definition_version }: Stored) {
  const answers = await db
    .selectFrom('answers')
    .select(['form_fields', 'further_questions'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .executeTakeFirst()
  const attachments = await db
    .selectFrom('attachments')
    .select(['id', 'property_code', 'name', 'media_type', 'size', 'malware'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  return { answers, attachments, filledIn: await filledInDefinition(db, { published }, { definition_code_tag, definition_version }) }
}

/** Reads the version of a form definition that the visitor filled in; undefined if it does not exist any more. */
export async function filledInDefinition(
  db: CustomerDb | DeploymentDb,
  { published }: Pick<Customer, 'published'>,
  { definition_code_tag, definition_version }: Pick<Stored, 'definition_code_tag' | 'definition_version'>,
): Promise<PublishedDefinition | undefined> {
  const isLive = published.codeTag === definition_code_tag && published.version === definition_version
  return isLive ? published : (await readVersion(db, definition_code_tag, definition_version))?.published
}

/**
 * Reads the answers of a request and decrypts them, unless `needsAnswers` is false. Also reads its files and its form definition.
 * @throws Unreadable.
 */
export async function requestContent(encryption: Encryption, db: CustomerDb | DeploymentDb, customer: Customer, request: Stored, needsAnswers = true) {
  const content = await storedContent(db, customer, request)
  return { ...content, answers: needsAnswers && content.answers ? await decryptAnswers(encryption, db, request, content.answers) : undefined }
}

/**
 * Reads the answers, files and form definition of a request for display; `unreadable` is true if the answers can no
 * longer be decrypted.
 */
export async function shownContent(encryption: Encryption, db: DeploymentDb, customer: Customer, request: Stored) {
  const content = await storedContent(db, customer, request)
  const answers = content.answers && (await ifReadable(decryptAnswers(encryption, db, request, content.answers)))
  return { ...content, answers, unreadable: content.answers !== undefined && answers === undefined }
}

/** The answers and files of a stored request, or of a test request in the preview of a draft. */
interface Content {
  answers: { form_fields: Answers | null; further_questions: Answers | null } | undefined
  attachments: readonly { id: string; property_code: string; name: string; media_type: string; size: string | number | bigint; malware: string | null }[]
  /** The version of the form definition that the visitor filled in, which may not be live any more. */
  filledIn: PublishedDefinition | undefined
}

/** Returns a request as people read it: the names of its steps, and the answered questions in the order of the form. */
export function readableRequest(customer: Customer, request: Stored, { answers, attachments, filledIn }: Content) {
  const path = filledIn?.nodes.get(request.code_tag)?.path ?? []
  const given: Answers = { ...answers?.form_fields, ...answers?.further_questions }
  const files: Files = Object.fromEntries(
    Map.groupBy(attachments, ({ property_code }) => property_code)
      .entries()
      .map(([code, list]) => [code, list.map(({ name, media_type, size }) => ({ name, type: media_type, size: Number(size) }))]),
  )
  const language = isLanguage(request.lang_code) ? request.lang_code : DEFAULT_LANGUAGE
  const { si: yes, no } = phrases[language].visitor
  const texts = answerTexts(path, given, files, { language, yes, no }, (property) => staticOptions(customer, property.default_value))
  return {
    path: path.map((tag) => tag.tag_description),
    answers: answerRows(path, texts).filter(({ text }) => text !== ''),
    sections: answerSections(path, texts),
    attachments: attachments.map(({ property_code, size, ...file }) => ({ ...file, property: property_code, size: Number(size) })),
    given,
    texts,
  }
}
