import { type MadeRequest, matchesPattern, walkForm } from '@sportello/checks'
import { placeCodes } from '@sportello/codfis/places'
import {
  type CustomerConfiguration,
  type Definition,
  type Envelope,
  freeAuthTypeOf,
  furtherFieldsOf,
  type SendReceipt,
  type Tag,
  type TagView,
  termsOf,
} from '@sportello/contract'

/** Error for a probe that did not reach its end. The message says what the deployment answered. */
class ProbeFailed extends Error {}

/** Steps of a path that a probe takes at most. */
const MAX_STEPS = 200
/** Largest body of a response in bytes that a probe reads. The product's pages and scripts are far smaller. */
const MAX_BODY_BYTES = 20_000_000

/** Runs a part of the walk and records its duration under a name. */
export type Timed = <T>(step: string, run: () => Promise<T>) => Promise<T>

interface Walk {
  /** URL of the form's page. */
  url: string
  /** Time in milliseconds after which a call has failed. */
  timeoutMs: number
  /** True if the walk ends with a submission. */
  send: boolean
  /** Mailbox for the confirmation link. Only forms that send one need it. */
  email?: string | undefined
}

/** Data in a visitor's page that a client of the API needs. */
interface PageConnection {
  apiBase: string
  apiKey: string
}

/**
 * Walks through a form as a visitor's browser does: loads its page and a script of it, then its configuration and the
 * steps on the path of the first options, and submits the smallest valid request if this is wanted.
 * @returns the ticket code; undefined if nothing was submitted
 * @throws ProbeFailed
 */
export async function walkAsVisitor({ url, timeoutMs, send, email }: Walk, timed: Timed): Promise<string | undefined> {
  const get = (address: string | URL, options: RequestInit = {}) => request(address, { ...options, timeoutMs })
  const page = new URL(url)
  const html = await timed('page', () => get(page))
  const script = /<script[^>]* src="([^"]+)"/.exec(html)?.[1]
  if (script !== undefined) await timed('script', () => get(ownAddress(script, page)))
  const customerCode = decodeURIComponent(page.pathname.split('/')[1] ?? '')
  const { apiBase, apiKey } = connectionOf(html)
  const form = ownAddress(`${apiBase}/forms/${encodeURIComponent(customerCode)}`, page)
  const call = <T>(path = '', options: RequestInit = {}) =>
    get(`${form}${path}`, { ...options, headers: { ...(options.headers as Record<string, string>), 'x-api-key': apiKey } }).then((text) => dataOf<T>(text))

  const configuration = await timed('configuration', () => call<CustomerConfiguration>())
  if (!configuration.is_active) throw new ProbeFailed('the form is not active')
  const path: TagView[] = []
  for (let next: string | undefined = configuration.code_tag; next !== undefined; ) {
    if (path.length >= MAX_STEPS) throw new ProbeFailed(`the path has more than ${MAX_STEPS} steps`)
    const code: string = next
    const tag = await timed(`step_${path.length + 1}`, () => call<TagView>(`/tags/${encodeURIComponent(code)}`))
    path.push(tag)
    next = tag.last ? undefined : tag.children.find(({ disabled }) => !disabled)?.code_tag
  }
  const last = path.at(-1)
  if (!last?.last) throw new ProbeFailed(`no option of the step "${last?.tag_description}" can be chosen`)
  if (!send) return undefined
  const body = submissionOf(path, configuration, email)
  const { ticket } = await timed('send', () => call<SendReceipt>('', { method: 'POST', body, headers: { 'idempotency-key': crypto.randomUUID() } }))
  return ticket
}

/** Makes a call and returns the body of the response. @throws ProbeFailed if the status is not 2xx */
async function request(address: string | URL, { timeoutMs, ...options }: RequestInit & { timeoutMs: number }): Promise<string> {
  let response: Response
  let text: string
  try {
    response = await fetch(address, { ...options, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    text = await readText(response)
  } catch (error) {
    throw new ProbeFailed(reasonOf(error as Error, timeoutMs))
  }
  if (response.ok) return text
  const place = response.headers.get('location')
  throw new ProbeFailed(place === null ? `${response.status} ${messageOf(text)}`.trim() : `${response.status} redirects to ${place}`)
}

/** Reads the body of a response, up to a limit: a server that is not the product could otherwise fill the memory. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BODY_BYTES) throw new Error(`an answer of more than ${MAX_BODY_BYTES / 1e6} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Returns the URL of an address that the page names. It must be on the page's own server: the machine that checks may
 * reach others that the page's author must not call through it.
 */
function ownAddress(address: string, page: URL): URL {
  const url = URL.canParse(address, page) ? new URL(address, page) : undefined
  if (url?.origin !== page.origin) throw new ProbeFailed(`the page names an address of another server: ${address.slice(0, 200)}`)
  return url
}

function reasonOf(error: Error, timeoutMs: number): string {
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Returns the first error message of the API's response; an empty text for other responses. */
function messageOf(text: string): string {
  try {
    const first = (JSON.parse(text) as Envelope<unknown>).errors[0]?.data
    return first ? `${first.code}${first.field === undefined ? '' : ` (${first.field})`}: ${first.message}` : ''
  } catch {
    return ''
  }
}

function dataOf<T>(text: string): T {
  let envelope: Envelope<T>
  try {
    envelope = JSON.parse(text) as Envelope<T>
  } catch {
    throw new ProbeFailed('the answer is not JSON')
  }
  if (!envelope.success) throw new ProbeFailed(messageOf(text))
  return envelope.data
}

function connectionOf(html: string): PageConnection {
  const data = /<script[^>]* id="page-data"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  try {
    const { settings } = JSON.parse(data ?? '') as { settings: PageConnection }
    if (typeof settings.apiBase === 'string' && typeof settings.apiKey === 'string') return settings
  } catch {
    // Below.
  }
  throw new ProbeFailed('the page is not a form of this product')
}

/** Creates the body of the smallest valid submission at the end of a path. */
function submissionOf(path: readonly TagView[], { auth_type: modes, today }: CustomerConfiguration, email: string | undefined): FormData {
  const mode = freeAuthTypeOf(modes)
  if (mode === undefined) throw new ProbeFailed('the form needs a login, so nothing can be submitted')
  const asksForMailbox = mode === 'FREE' || mode === 'FREE_CAPTCHA' || mode === 'AUTORESPONDER'
  if (asksForMailbox && email === undefined) throw new ProbeFailed('the form asks for a mailbox: name one with --email')
  const { node, answers, files } = smallestRequest(path, today)
  if (Object.keys(files).length > 0) throw new ProbeFailed('the path requires a file, and the probe submits none')
  const further = new Set(furtherFieldsOf(node.tag).map(({ value }) => value.property_code))
  const pick = (isFurther: boolean) => Object.fromEntries(Object.entries(answers).filter(([code]) => further.has(code) === isFurther))
  const body = new FormData()
  body.set('code_tag', node.tag.code_tag)
  body.set('form_fields', JSON.stringify(pick(false)))
  if (further.size > 0) body.set('further_questions', JSON.stringify(pick(true)))
  body.set('terms', JSON.stringify(termsOf(node.path).map(({ id = '' }) => id)))
  if (asksForMailbox && email !== undefined) {
    body.set('email', email)
    body.set('confirmed_email', email)
  }
  return body
}

/** Answers the questions of a path in the same way as the check that walks through whole forms. */
function smallestRequest(path: readonly TagView[], today: string): MadeRequest {
  const tags = path.map(({ breadcrumb: _breadcrumb, siblings: _siblings, ...tag }): Tag => ({ ...tag, children: [] }))
  for (const [at, tag] of tags.entries()) tag.children = tags.slice(at + 1, at + 2)
  let found: MadeRequest | undefined
  const onRequest = (made: MadeRequest) => {
    if (made.size === 'smallest') found = made
    return undefined
  }
  const walking = walkForm(tags[0] as unknown as Definition, { context: { today, matches: matchesPattern, placeCodes }, onRequest })
  for (let at = walking.next(); ; at = walking.next()) {
    if (!at.done) continue
    if (found) return found
    const names = at.value.findings.flatMap(({ values }) => values)
    throw new ProbeFailed(`no answer was found that the form accepts: ${names.join(', ')}`)
  }
}
