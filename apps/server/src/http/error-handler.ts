import type { Socket } from 'node:net'
import { DEFAULT_LANGUAGE, type Envelope, ERROR_REDIRECT, type ErrorCode, type ErrorEntry, type Language } from '@sportello/contract'
import { fill, phrases, withLocalNumbers, withOwn } from '@sportello/phrases'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_POLICY } from './closed-policy.ts'
import { Fault, type FaultEntry } from './fault.ts'
import { languageFor } from './request-language.ts'

/** A customer's own words, by their key; null where it has none. */
type OwnWords = Readonly<Record<string, string>> | null

function entryOf({ code, params = [], field, redirect = ERROR_REDIRECT[code] }: FaultEntry, language: Language, own: OwnWords): ErrorEntry {
  const issues = withOwn(phrases[language].issues, language, own)
  const errors = withOwn(phrases[language].errors, language, own)
  const told = withLocalNumbers(params, language)
  const [rule = ''] = params
  const reasons: Readonly<Record<string, string>> =
    code === 'forms0043' ? issues : code === 'forms_mgmt0001' || code === 'forms_mgmt0002' ? phrases[language].inputs : {}
  const reason = Object.hasOwn(reasons, rule) ? reasons[rule] : undefined
  const message = reason === undefined ? fill(errors[code], told) : fill(reason, told.slice(1))
  return { severity: 'high', data: { code, params: [...params], message, ...(field !== undefined && { field }), ...(redirect !== undefined && { redirect }) } }
}

/** Every message of a refusal is made here: in the person's language, in the customer's own words where it has some. */
export function refusal(entries: readonly FaultEntry[], language: Language, own: OwnWords = null): Envelope<never> {
  return { success: false, data: null, errors: entries.map((entry) => entryOf(entry, language, own)) }
}

/** What Fastify and Node refuse by themselves, in the catalogue's terms. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'http_not_found',
  405: 'http_method',
  413: 'http_too_large',
  415: 'http_media_type',
  429: 'forms0045',
}

/** PostgreSQL states that mean "not now": connection lost, out of resources, shutting down, statement or lock timeout. */
const UNAVAILABLE = /^(?:08|53|57|55P03|40001|40P01)/
/** The form was deleted while something was written for it. */
const FOREIGN_KEY = '23503'
const OF_CUSTOMER = /_customer_code_fkey$/
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'])

function faultOf(error: FastifyError): Fault {
  if (error instanceof Fault) return error
  const status = error.statusCode ?? 500
  if (status < 500) {
    if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new Fault([{ code: 'forms0017' }])
    return new Fault([{ code: CODE_OF_STATUS[status] ?? 'http_malformed' }], { status })
  }
  const state = String(error.code ?? '')
  if (state === FOREIGN_KEY && OF_CUSTOMER.test(String((error as { constraint?: unknown }).constraint))) return new Fault([{ code: 'forms0001' }])
  if (
    UNAVAILABLE.test(state) ||
    UNREACHABLE.has(state) ||
    /timeout|connection terminated|client was closed|connection error|not queryable|connection ended/i.test(error.message)
  ) {
    return new Fault([{ code: 'forms0002' }], { headers: { 'retry-after': '5' } })
  }
  return new Fault([{ code: 'forms0007' }])
}

/** Whatever was thrown, as a refusal in the envelope; what is our own fault is logged. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, own: OwnWords = null): FastifyReply {
  const known = faultOf(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.message }, 'request failed')
  return sendFault(known, request, reply, own)
}

/** @param ownWords the words of the customer whom a call names */
export function installErrorHandler(app: FastifyInstance, ownWords: (request: FastifyRequest) => Promise<OwnWords>): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => answerError(error, request, reply, await ownWords(request)))
  app.setNotFoundHandler((request, reply) => sendFault(new Fault([{ code: 'http_not_found' }]), request, reply))
}

/** Who fetches a page too often is told so in words, not in an envelope. */
export function tellRefusedPages(pages: FastifyInstance): void {
  pages.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!(error instanceof Fault && error.status === 429)) throw error
    const [told] = refusal(error.entries, languageFor(request)).errors
    return guarded(error, reply).type('text/plain; charset=utf-8').send(told?.data.message)
  })
}

function sendFault(known: Fault, request: FastifyRequest, reply: FastifyReply, own: OwnWords = null): FastifyReply {
  return guarded(known, reply)
    .type('application/json; charset=utf-8')
    .send(refusal(known.entries, languageFor(request), own))
}

const guarded = ({ status, headers }: Fault, reply: FastifyReply) =>
  reply.code(status).headers(headers).header('cache-control', 'no-store').header('content-security-policy', FILE_POLICY)

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What every answer carries. */
const GUARDS = ['X-Content-Type-Options: nosniff', `Content-Security-Policy: ${FILE_POLICY}`]

/** A client that does not close its half is cut off. */
const CLIENT_LEAVES_MS = 2_000

/** What Node refuses before there is a request, in the same envelope; its language was not read. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusal([{ code: 'http_malformed' }], DEFAULT_LANGUAGE))
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
