import type { Socket } from 'node:net'
import { DEFAULT_LANGUAGE, type Envelope, ERROR_REDIRECT, type ErrorCode, type ErrorEntry, type Language } from '@sportello/contract'
import { fill, phrases } from '@sportello/phrases'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, type FaultEntry } from './fault.ts'
import { languageFor } from './request-language.ts'

function entryOf({ code, params = [], field, redirect = ERROR_REDIRECT[code] }: FaultEntry, language: Language): ErrorEntry {
  const words = phrases[language]
  const rule = code === 'forms0043' ? params[0] : undefined
  const message =
    rule !== undefined && rule in words.issues ? fill(words.issues[rule as keyof typeof words.issues], params.slice(1)) : fill(words.errors[code], params)
  return { severity: 'high', data: { code, params: [...params], message, ...(field !== undefined && { field }), ...(redirect !== undefined && { redirect }) } }
}

export function refusal(entries: readonly FaultEntry[], language: Language): Envelope<never> {
  return { success: false, data: null, errors: entries.map((entry) => entryOf(entry, language)) }
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
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'])

function faultOf(error: FastifyError): Fault {
  if (error instanceof Fault) return error
  const status = error.statusCode ?? 500
  if (status < 500) {
    if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new Fault([{ code: 'forms0017' }])
    return new Fault([{ code: CODE_OF_STATUS[status] ?? 'http_malformed' }], { status })
  }
  const state = String(error.code ?? '')
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
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = faultOf(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.message }, 'request failed')
  return sendFault(known, request, reply)
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError)
  app.setNotFoundHandler((request, reply) => sendFault(new Fault([{ code: 'http_not_found' }]), request, reply))
}

function sendFault(known: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(known.status)
    .headers(known.headers)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(refusal(known.entries, languageFor(request)))
}

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** A client that does not close its half is cut off. */
const CLIENT_LEAVES_MS = 2_000

/** What Node refuses before there is a request, in the same envelope; its language was not read. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusal([{ code: 'http_malformed' }], DEFAULT_LANGUAGE))
  const status = STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? '400 Bad Request'
  const head = ['Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`, 'Cache-Control: no-store', 'Connection: close']
  socket.setTimeout(CLIENT_LEAVES_MS, () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
