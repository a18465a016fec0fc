import type { Socket } from 'node:net'
import { DEFAULT_LANGUAGE, type Envelope, ERROR_REDIRECT, type ErrorCode, type ErrorEntry, type Language } from '@sportello/contract'
import { fill, phrases, withLocalNumbers } from '@sportello/phrases'
import { withOwn } from '@sportello/phrases/own-words'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/unavailable.ts'
import { ApiError, type ApiErrorEntry } from './api-error.ts'
import { FILE_POLICY } from './closed-policy.ts'
import { languageFor } from './request-language.ts'

/** The phrases that a customer has changed, keyed by phrase; null if the customer has changed none. */
type OwnWords = Readonly<Record<string, string>> | null

function entryOf({ code, params = [], field, redirect = ERROR_REDIRECT[code] }: ApiErrorEntry, language: Language, own: OwnWords): ErrorEntry {
  const issues = withOwn(phrases[language].issues, language, own)
  const errors = withOwn(phrases[language].errors, language, own)
  const localParams = withLocalNumbers(params, language)
  const [rule = ''] = params
  const reasons: Readonly<Record<string, string>> =
    code === 'forms0043' ? issues : code === 'forms_mgmt0001' || code === 'forms_mgmt0002' ? phrases[language].inputs : {}
  const reason = Object.hasOwn(reasons, rule) ? reasons[rule] : undefined
  const message = reason === undefined ? fill(errors[code], localParams) : fill(reason, localParams.slice(1))
  return { severity: 'high', data: { code, params: [...params], message, ...(field !== undefined && { field }), ...(redirect !== undefined && { redirect }) } }
}

/**
 * Renders an API error response with messages in the visitor's language. The customer's own phrases replace the
 * built-in phrases.
 */
export function errorEnvelope(entries: readonly ApiErrorEntry[], language: Language, own: OwnWords = null): Envelope<never> {
  return { success: false, data: null, errors: entries.map((entry) => entryOf(entry, language, own)) }
}

/** Error codes keyed by HTTP status, for requests that Fastify or Node rejects before a handler runs. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'http_not_found',
  405: 'http_method',
  413: 'http_too_large',
  415: 'http_media_type',
  429: 'forms0045',
}

/** SQLSTATE of a foreign key violation: an INSERT refers to a form that was deleted after the request began. */
const FOREIGN_KEY = '23503'
const OF_CUSTOMER = /_customer_code_fkey$/

function errorOf(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error
  const status = error.statusCode ?? 500
  if (status < 500) {
    if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new ApiError([{ code: 'forms0017' }])
    return new ApiError([{ code: CODE_OF_STATUS[status] ?? 'http_malformed' }], { status })
  }
  if (String(error.code) === FOREIGN_KEY && OF_CUSTOMER.test(String((error as { constraint?: unknown }).constraint)))
    return new ApiError([{ code: 'forms0001' }])
  if (isUnavailable(error)) return new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '5' } })
  return new ApiError([{ code: 'forms0007' }])
}

/** Sends an API error response for a thrown error, and logs server errors. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, own: OwnWords = null): FastifyReply {
  const known = errorOf(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.message }, 'request failed')
  return sendError(known, request, reply, own)
}

/**
 * Installs the error handler that sends all errors in the API's JSON envelope.
 * @param ownWords returns the phrases that the customer in the request has changed
 */
export function installErrorHandler(app: FastifyInstance, ownWords: (request: FastifyRequest) => Promise<OwnWords>): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => answerError(error, request, reply, await ownWords(request)))
  app.setNotFoundHandler((request, reply) => sendError(new ApiError([{ code: 'http_not_found' }]), request, reply))
}

/** Installs the error handler for HTML pages. It sends a rate limit error as plain text instead of JSON. */
export function installPageErrorHandler(pages: FastifyInstance): void {
  pages.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!(error instanceof ApiError && error.status === 429)) throw error
    const [entry] = errorEnvelope(error.entries, languageFor(request)).errors
    return guarded(error, reply).type('text/plain; charset=utf-8').send(entry?.data.message)
  })
}

function sendError(known: ApiError, request: FastifyRequest, reply: FastifyReply, own: OwnWords = null): FastifyReply {
  return guarded(known, reply)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(known.entries, languageFor(request), own))
}

const guarded = ({ status, headers }: ApiError, reply: FastifyReply) =>
  reply.code(status).headers(headers).header('cache-control', 'no-store').header('content-security-policy', FILE_POLICY)

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Security headers of the error responses to requests that Node cannot parse. */
const GUARDS = ['X-Content-Type-Options: nosniff', `Content-Security-Policy: ${FILE_POLICY}`]

/**
 * Time in milliseconds that a client has to close the connection after an error response. After that, the server closes
 * it.
 */
const CLIENT_LEAVES_MS = 2_000

/**
 * Sends an API error response to a request that Node cannot parse. The message is in the default language, because the
 * request's headers could not be read.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(errorEnvelope([{ code: 'http_malformed' }], DEFAULT_LANGUAGE))
  const status = STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? '400 Bad Request'
  const head = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...GUARDS,
  ]
  socket.setTimeout(CLIENT_LEAVES_MS, () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
