import { endpoints } from '@sportello/contract/schemas'
import { z } from 'zod'
import { multipart, textPart } from '../../../apps/server/test/raw-http.ts'
import { API_KEY } from '../client.ts'
import { HOSTILE_TEXTS, HUGE, WRONG_TYPES } from './strings.ts'

/** The bytes of a hostile request, and the name under which a failure is reported. */
export interface HostileRequest {
  name: string
  bytes: Buffer
}

/** The parts of JSON Schema that the contract's schemas use. */
interface Shape {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  $ref?: string
  $defs?: Record<string, Shape>
}

const BASE = '/forms-service/rs/v2'
const BOUNDARY = 'B'
/** Valid values for the parameters of endpoints, keyed by parameter name. */
const KNOWN: Readonly<Record<string, string>> = { customerCode: 'direct', codeTag: 'report', form: 'direct', code_tag: 'report', lang: 'it' }
const HEADERS = [
  'X-Api-Key',
  'Authorization',
  'Accept-Language',
  'Cookie',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'Origin',
  'Host',
  'X-Forwarded-For',
  'Range',
  'Accept',
  'Transfer-Encoding',
  'Content-Length',
  'X-Made-Up',
] as const

interface Parts {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | undefined
}

/**
 * Yields requests that put every hostile value into every parameter, header and body property of every endpoint.
 * @param credential of an operator with all rights
 */
export function* hostileRequests(credential: string): Generator<HostileRequest> {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const base = baseOf(endpoint, credential)
    for (const text of HOSTILE_TEXTS) for (const parts of inAddress(base, endpoint, text)) yield written(`${name} address ${shortened(text)}`, parts)
    for (const header of HEADERS)
      for (const text of HOSTILE_TEXTS) yield written(`${name} ${header} ${shortened(text)}`, { ...base, headers: { ...base.headers, [header]: text } })
    yield* inBody(name, base, endpoint)
  }
}

type Endpoint = (typeof endpoints)[keyof typeof endpoints]
type Body = { body?: z.ZodType; bodyType?: string; query: z.ZodType }

function baseOf(endpoint: Endpoint, credential: string): Parts {
  const path = BASE + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => KNOWN[name] ?? 'x')
  return { method: endpoint.method, path, headers: { 'X-Api-Key': API_KEY, Authorization: `Bearer ${credential}` } }
}

function* inAddress(base: Parts, endpoint: Endpoint, text: string): Generator<Parts> {
  const coded = codedAll(text)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  for (const name of names) {
    const path = BASE + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, each: string) => (each === name ? coded : (KNOWN[each] ?? 'x')))
    yield { ...base, path }
  }
  const queries = Object.keys(shapeOf((endpoint as Body).query).properties ?? {})
  for (const name of [...queries, 'code', coded]) yield { ...base, path: `${base.path}?${name}=${coded}&${name}=${coded}` }
}

function* inBody(name: string, base: Parts, endpoint: Endpoint): Generator<HostileRequest> {
  const { body, bodyType } = endpoint as Body
  if (!body) return
  if (bodyType === 'multipart') {
    for (const text of [...HOSTILE_TEXTS, ...HUGE]) for (const parts of inParts(text)) yield written(`${name} parts ${shortened(text)}`, { ...base, ...parts })
    return
  }
  const sample = sampleOf(shapeOf(body), shapeOf(body))
  const json = (value: string) => ({ ...base, headers: { ...base.headers, 'Content-Type': 'application/json' }, body: Buffer.from(value) })
  for (const text of [...HOSTILE_TEXTS, ...HUGE]) yield written(`${name} body ${shortened(text)}`, json(text))
  for (const place of placesOf(sample)) {
    for (const value of [...HOSTILE_TEXTS, ...WRONG_TYPES])
      yield written(`${name} ${place.join('.')} ${shortened(value)}`, json(JSON.stringify(replaced(sample, place, value))))
  }
  for (const text of HOSTILE_TEXTS) yield written(`${name} key ${shortened(text)}`, json(JSON.stringify({ ...Object(sample), [text]: text })))
  for (const text of HUGE) yield written(`${name} huge ${shortened(text)}`, json(`{"form_fields":${text},"code_tag":${text}}`))
}

/**
 * Yields multipart submissions with a hostile text. For each part, yields three submissions: the text is the part's
 * value,
 * its name or its file name.
 */
function* inParts(text: string): Generator<Pick<Parts, 'headers' | 'body'>> {
  const good = { code_tag: 'report', form_fields: '{"street":"Via Roma 1"}', email: 'anna@example.org', confirmed_email: 'anna@example.org' }
  const send = (parts: [string, string][]) => ({
    headers: { 'X-Api-Key': API_KEY, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: multipart(BOUNDARY, parts),
  })
  for (const name of [...Object.keys(good), 'terms', 'further_questions', 'captcha_resolved', 'otp_code', 'token'])
    yield send(Object.entries({ ...good, [name]: text }).map(([key, value]) => textPart(key, value)))
  const kept = Object.entries(good).map(([key, value]) => textPart(key, value))
  yield send([...kept, textPart(text, 'x')])
  yield send([...kept, [`Content-Disposition: form-data; name="attachments-photos"; filename="${text}"\r\nContent-Type: image/png`, text]])
  yield send([...kept, [`Content-Disposition: form-data; name="attachments-${text}"; filename="a.txt"\r\nContent-Type: ${text}`, text]])
  yield send([...kept.slice(0, 1), textPart('form_fields', JSON.stringify({ street: text }))])
  yield send([...kept.slice(0, 1), textPart('form_fields', JSON.stringify({ street: 'x', [text]: text }))])
}

/**
 * Percent-encodes a text, including lone surrogates. Does not encode percent signs, so that invalid escape sequences
 * reach the server unchanged.
 */
function codedAll(text: string): string {
  return [...text]
    .map((letter) => (/[\w.%~-]/.test(letter) ? letter : letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%BD'))
    .join('')
    .slice(0, 6_000)
}

/**
 * Builds the bytes of an HTTP request without an HTTP client, because HTTP clients would reject the hostile headers and
 * paths.
 */
function written(name: string, { method, path, headers, body }: Parts): HostileRequest {
  const length = body || method !== 'GET' ? { 'Content-Length': String(body?.length ?? 0) } : {}
  const lines = Object.entries({ Host: 'lab', Connection: 'close', ...length, ...headers }).map(([key, value]) => `${key}: ${value.slice(0, 6_000)}`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return { name, bytes: body ? Buffer.concat([head, body]) : head }
}

const shortened = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 40)

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
}

/** Returns a valid sample value for a JSON schema. */
function sampleOf(shape: Shape, root: Shape, depth = 0): unknown {
  if (depth > 6) return null
  if (shape.$ref) return sampleOf(root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] ?? {}, root, depth + 1)
  const [first] = shape.anyOf ?? shape.oneOf ?? shape.allOf ?? []
  if (first) return sampleOf(first, root, depth + 1)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.properties) return Object.fromEntries(Object.entries(shape.properties).map(([key, each]) => [key, KNOWN[key] ?? sampleOf(each, root, depth + 1)]))
  if (shape.type === 'array') return [sampleOf(shape.items ?? {}, root, depth + 1)]
  return { string: 'x', integer: 1, number: 1, boolean: true, object: {} }[shape.type ?? ''] ?? 'x'
}

/** Returns the paths to all properties of a JSON value, down to the third level of nesting. */
function placesOf(value: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null || way.length === 3) return way.length > 0 ? [way] : []
  return [
    ...(way.length > 0 ? [way] : []),
    ...Object.entries(value).flatMap(([key, each]) => placesOf(each, [...way, Array.isArray(value) ? Number(key) : key])),
  ]
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by))
  return { ...Object(value), [key]: replaced(Object(value)[key], rest, by) }
}
