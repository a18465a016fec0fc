import { canonicalEmail, checkEmailPair, checkRequest, type Files, FORM_VERSION_HEADER } from '@sportello/contract'
import { savedDraftPayload } from '@sportello/contract/schemas'
import type { FastifyRequest } from 'fastify'
import { begunIn, type Customer, todayOf } from '../../catalogue/customers/rules.ts'
import { matches, needsSignIn, type PublishedDefinition, readVersion } from '../../catalogue/definitions/rules.ts'
import { type Visitor, visitorOf } from '../../entrance/sessions/rules.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { decodedHeader } from '../../platform/http/decoded-header.ts'
import { isStorableText } from '../../platform/http/json-limits.ts'
import { agreedType, inspectFiles, type ReceivedFile, type RequestLimits } from '../../requests/attachments/rules.ts'
import { errorEntryOf, parseObject, rejectOversize, throwErrors } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import type { SavedContent } from '../../requests/saved-drafts/rules.ts'
import { draftQuestions } from './draft-questions.ts'

/** Checks the text fields of a saved draft. @throws ApiError forms0044, http_malformed. */
export function parsePayload(fields: ReadonlyMap<string, string>) {
  throwErrors(
    [...fields.keys()].filter((name) => !Object.hasOwn(savedDraftPayload.shape, name)).map((name) => ({ code: 'forms0044', field: name.slice(0, 64) })),
  )
  for (const value of fields.values()) if (!isStorableText(value)) throw apiError('http_malformed')
  const payload = savedDraftPayload.safeParse(Object.fromEntries(fields))
  if (!payload.success) throw apiError('http_malformed', [], String(payload.error.issues[0]?.path[0] ?? ''))
  return payload.data
}

export type ReceivedPayload = ReturnType<typeof parsePayload>

/**
 * Returns the version of the form that the visitor fills in. Unlike a submission, a draft may belong to a version that is closed:
 * what the visitor has typed is kept, and fitted to the live version when it is opened.
 * @throws ApiError http_outdated if the version does not exist.
 */
export async function versionOf(services: RequestServices, live: Customer, request: FastifyRequest): Promise<PublishedDefinition> {
  const begun = await begunIn(services.versionsUnderWay, live, request)
  if (begun) return begun.published
  const name = request.headers[FORM_VERSION_HEADER.toLowerCase()]
  const [, codeTag, number] = (typeof name === 'string' && /^(.{1,255})\.([1-9]\d{0,8})$/.exec(decodedHeader(name))) || []
  const read = codeTag === live.published.codeTag ? await readVersion(services.database.kysely, codeTag, Number(number)) : undefined
  if (!read) throw apiError('http_outdated')
  return read.published
}

/**
 * Checks a draft, and returns its content. Answers may be missing or wrong, because the visitor is not done. Files must be of the
 * kinds and sizes that a submission may have.
 * @throws ApiError forms0019, forms0026, forms0032, forms0034, forms0044.
 */
export async function checkedContent(
  services: RequestServices,
  customer: Customer,
  published: PublishedDefinition,
  received: { payload: ReceivedPayload; files: readonly ReceivedFile[]; limits: RequestLimits },
): Promise<SavedContent> {
  const { payload, files, limits } = received
  const node = published.nodes.get(payload.code_tag)
  if (!node || needsSignIn(node)) throw apiError('forms0044', [], 'code_tag')
  rejectOversize(files, limits.requestBytes)
  const questions = draftQuestions(published, node.path)
  const chosen: Files = Object.fromEntries(
    Map.groupBy(files, ({ propertyCode }) => propertyCode)
      .entries()
      .map(([code, list]) => [code, list.map(({ name, size }) => ({ name, size, type: '' }))]),
  )
  const asked = Object.keys(chosen).flatMap((code) => questions.get(code)?.question ?? [])
  const foreign = Object.keys(chosen).filter((code) => questions.get(code)?.question.property.default_value.input_type !== 'file')
  throwErrors(foreign.map((field) => ({ code: 'forms0044', field: field.slice(0, 64) })))
  throwErrors(checkRequest(asked, {}, chosen, { today: todayOf(customer), matches }).map(errorEntryOf))
  const typed = await Promise.all(files.map(async (file) => ({ file, mediaType: await agreedType(file) })))
  throwErrors(
    typed.filter(({ mediaType }) => mediaType === undefined).map(({ file }) => ({ code: 'forms0032', params: [file.name], field: file.propertyCode })),
  )
  await inspectFiles(services, files, limits)
  const shown = parseObject(payload.form_fields, 'form_fields')
  return {
    code_tag: payload.code_tag,
    // The browser may still have answers to questions of an earlier version.
    shown: Object.fromEntries(Object.entries(shown).filter(([code]) => questions.has(code))),
    files: typed.map(({ file, mediaType }) => ({
      id: file.id,
      property_code: file.propertyCode,
      name: file.name,
      media_type: mediaType ?? '',
      size: file.size,
    })),
  }
}

/** The mailbox that gets the link. */
export interface Recipient {
  email: string
  /** True if the visitor typed the address, so that it may be another person's. */
  isTyped: boolean
}

/**
 * Returns the address to which the link is mailed: one of the visitor's session, otherwise the typed one.
 * @throws ApiError forms0020.
 */
export function recipientOf({ session }: Pick<Visitor, 'session'>, typed: string | undefined): Recipient {
  const email = typed?.trim() ?? ''
  const [first] = session?.emails ?? []
  if (first !== undefined) {
    const own = email === '' ? first : session?.emails.find((address) => canonicalEmail(address) === canonicalEmail(email))
    if (own !== undefined) return { email: own, isTyped: false }
  }
  const wrong = checkEmailPair(email, email)
  if (wrong) throw apiError('forms0020', [wrong], 'email')
  return { email, isTyped: true }
}

/** Returns the visitor who saves a draft. A session that has ended is no reason to lose what was typed. */
export async function saverOf(services: RequestServices, customer: Customer, code: string | undefined, request: FastifyRequest): Promise<Visitor> {
  try {
    return await visitorOf(services, customer, code, request)
  } catch (error) {
    if (code === undefined || !(error instanceof ApiError)) throw error
    return visitorOf(services, customer, undefined, request)
  }
}
