import { ATTACHMENT_PREFIX, type SendPayload } from '@sportello/contract'
import { sendPayload } from '@sportello/contract/schemas'
import type { FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { apiError } from '../../platform/http/api-error.ts'
import { isStorableJson, isStorableText } from '../../platform/http/json-limits.ts'
import { readMultipart } from '../../platform/http/multipart.ts'
import type { CustomerKey } from '../../platform/keys/rules.ts'
import { type ReceivedFile, type RequestLimits, receiveFile } from '../attachments/rules.ts'
import type { RequestServices } from './services.ts'
import { throwErrors } from './submission-rules.ts'

/**
 * A well-formed submission that is not validated yet, with its files in quarantine. The caller must store or remove the
 * files.
 */
export interface ReceivedSubmission {
  payload: SendPayload
  formFields: Record<string, unknown>
  furtherQuestions: Record<string, unknown> | null
  /** The ids of the terms of use that the visitor has accepted, without duplicates. */
  terms: string[]
  files: ReceivedFile[]
}

/**
 * Reads the multipart body of a submission. If it throws an error, no file of the body stays on disk.
 * @param admit checks the fields before the first file is read, and throws to reject the submission
 * @throws ApiError; also any error of `admit`.
 */
export async function readSubmission(
  request: FastifyRequest,
  { attachments: store, customerKeys }: Pick<RequestServices, 'attachments'> & { customerKeys: Pick<RequestServices['customerKeys'], 'current'> },
  customerCode: string,
  limits: RequestLimits,
  admit: (fields: ReadonlyMap<string, string>) => Promise<void>,
): Promise<ReceivedSubmission> {
  const { fields, files } = await readParts(request, store, limits, async (before) => {
    await admit(before)
    return { code: customerCode, key: await customerKeys.current(customerCode) }
  })
  try {
    return { ...parseFields(fields), files }
  } catch (error) {
    await store.discardQuarantined(files)
    throw error
  }
}

/**
 * Reads a multipart body with text fields and files, which are returned in their order. If it throws an error, no file of the body stays
 * on disk.
 * @param admit checks the fields before the first file is read, and returns the key with which the files are encrypted. It throws
 * to reject the body
 * @throws ApiError; also any error of `admit`.
 */
export async function readParts(
  request: FastifyRequest,
  store: RequestServices['attachments'],
  limits: RequestLimits,
  admit: (fields: ReadonlyMap<string, string>) => Promise<{ code: string; key: CustomerKey }>,
): Promise<{ fields: ReadonlyMap<string, string>; files: ReceivedFile[] }> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw apiError(request.headers['content-type'] ? 'http_media_type' : 'forms0017')
  const files: ReceivedFile[] = []
  // The places of the files in the body: a small file may be stored before a large one that precedes it.
  const places = new Map<ReceivedFile, number>()
  let begun = 0
  let admitting: ReturnType<typeof admit> | undefined
  try {
    const fields = await readMultipart(
      request.raw,
      { fields: 20, fieldBytes: 1_048_576, files: limits.files, fileBytes: limits.fileBytes, bodyBytes: limits.bodyBytes },
      async (part, before) => {
        const place = begun++
        if (!part.field.startsWith(ATTACHMENT_PREFIX)) {
          part.content.resume()
          throw apiError('forms0044', [], part.field.slice(0, 64))
        }
        admitting ??= admit(before)
        const customer = await admitting
        const received = { propertyCode: part.field.slice(ATTACHMENT_PREFIX.length), name: part.name, content: part.content }
        const file = await receiveFile(store, received, limits.fileBytes, customer)
        places.set(file, place)
        files.push(file)
      },
    )
    return { fields, files: files.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)) }
  } catch (error) {
    await store.discardQuarantined(files)
    throw error
  }
}

function parseFields(fields: ReadonlyMap<string, string>): Omit<ReceivedSubmission, 'files'> {
  const unknown = [...fields.keys()].filter((name) => !Object.hasOwn(sendPayload.shape, name))
  throwErrors(unknown.map((name) => ({ code: 'forms0044', field: name.slice(0, 64) })))
  for (const [name, value] of fields) if (!isStorableText(name) || !isStorableText(value)) throw apiError('http_malformed')
  const payload = sendPayload.safeParse(Object.fromEntries(fields))
  if (!payload.success) throw apiError('http_malformed', [], String(payload.error.issues[0]?.path[0] ?? ''))
  const { form_fields: answers, further_questions: further, terms } = payload.data
  return {
    payload: payload.data,
    formFields: parseObject(answers, 'form_fields'),
    furtherQuestions: further ? parseObject(further, 'further_questions') : null,
    terms: terms === undefined ? [] : parseTerms(terms),
  }
}

/** Parses the JSON object in a text field. @throws ApiError http_malformed. */
export function parseObject(text: string, field: string): Record<string, unknown> {
  const value = parseJson(text, field)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw apiError('http_malformed', [], field)
  return value as Record<string, unknown>
}

function parseTerms(text: string): string[] {
  const value = parseJson(text, 'terms')
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string')) throw apiError('http_malformed', [], 'terms')
  return [...new Set<string>(value)]
}

function parseJson(text: string, field: string): unknown {
  let value: unknown
  try {
    value = secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw apiError('http_malformed', [], field)
  }
  if (!isStorableJson(value)) throw apiError('http_malformed', [], field)
  return value
}
