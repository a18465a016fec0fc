import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Envelope, SendReceipt } from '@sportello/contract'
import { multipart, textPart } from '../../apps/server/test/raw-http.ts'

export const API_KEY = 'the-key-of-the-lab'
const BOUNDARY = 'lab-boundary-7MA4YWxk'
/**
 * Milliseconds after which the client of the reliability lab (fault-injection tests) aborts a call. It is longer than
 * the server's statement timeout, so that the server can respond first.
 */
const TIMEOUT_MS = 20_000

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Thrown if a call got no response. The cause is `refused` if the server did not accept the connection, and `broken` if
 * the connection was lost later.
 */
export class NoAnswer extends Error {
  readonly reason: 'refused' | 'broken'
  constructor(reason: NoAnswer['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface Call {
  method: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** True if the call opens its own connection instead of reusing one. */
  alone?: boolean
}

const watchers = new Set<(ms: number) => void>()

/**
 * Measures the duration of every call from now on.
 * @returns a function that stops measuring and returns the duration of the slowest call in milliseconds
 */
export function watchSlowest(): () => number {
  let slowest = 0
  const look = (ms: number) => {
    slowest = Math.max(slowest, ms)
  }
  watchers.add(look)
  return () => {
    watchers.delete(look)
    return slowest
  }
}

/**
 * Makes one call to a server with the API key.
 * @throws NoAnswer
 */
export async function call(url: string, options: Call): Promise<Answer> {
  const started = performance.now()
  try {
    return await callOnce(url, options)
  } finally {
    for (const look of watchers) look(performance.now() - started)
  }
}

function callOnce(url: string, { method, headers = {}, body = '', alone }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, agent: alone ? false : agent, headers: { 'x-api-key': API_KEY, ...length, ...headers }, timeout: TIMEOUT_MS } as const
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }))
      response.on('error', (error) => reject(new NoAnswer('broken', error.message)))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
    outgoing.on('error', (error: NodeJS.ErrnoException) => reject(new NoAnswer(error.code === 'ECONNREFUSED' ? 'refused' : 'broken', error.message)))
    outgoing.end(body)
  })
}

/** A submission to a form of the reliability lab (fault-injection tests). */
export interface Send {
  form: string
  key: string
  /** E-mail address of the visitor; unset if the form requires no address. */
  email?: string
  street: string
  file?: string
  /** Solution of a captcha. */
  captcha?: string
  /** Key of the saved draft that is submitted. */
  savedDraft?: string
}

const api = (server: string, form: string) => `${server}/forms-service/rs/v2/forms/${form}`

/**
 * Submits a request to a form.
 * @throws NoAnswer
 */
export function send(server: string, { form, key, email, street, file, captcha, savedDraft }: Send, alone = false): Promise<Answer> {
  const parts = [textPart('code_tag', 'report'), textPart('form_fields', JSON.stringify({ street }))]
  if (email !== undefined) parts.push(textPart('email', email), textPart('confirmed_email', email))
  if (captcha !== undefined) parts.push(textPart('captcha_resolved', captcha))
  if (savedDraft !== undefined) parts.push(textPart('saved_draft', savedDraft))
  if (file !== undefined) parts.push(['Content-Disposition: form-data; name="attachments-photos"; filename="note.txt"\r\nContent-Type: text/plain', file])
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'idempotency-key': key }
  return call(api(server, form), { method: 'POST', headers, body: multipart(BOUNDARY, parts), alone })
}

/**
 * Confirms a request with the code of its confirmation link.
 * @throws NoAnswer
 */
export function confirm(server: string, form: string, code: string): Promise<Answer> {
  return call(api(server, form), { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ otp_code: code }) })
}

export function receiptOf({ text }: Answer): SendReceipt {
  const { data } = JSON.parse(text) as Envelope<SendReceipt>
  if (!data) throw new Error(`a receipt without data: ${text}`)
  return data
}

/** Returns the error codes in a server's response, or the text of the response if it is not a JSON envelope. */
export function codesOf({ text }: Answer): string {
  try {
    const { errors } = JSON.parse(text) as Partial<Envelope<unknown>>
    return errors?.map(({ data }) => data.code).join() ?? text
  } catch {
    // A load balancer answers its own errors in HTML.
    return text
  }
}
