import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { OfferedOptions } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataSourceForm, httpService } from '../../../test/data-source-bundle.ts'
import { sendRaw } from '../../../test/raw-http.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { json, startUpstream, type Upstream } from '../../../test/upstream.ts'

const ITEMS = [
  { id: 'tigli', name: 'Studio I Tigli' },
  { id: 7, name: 'Clinica Lago' },
]
const OPTIONS = [
  { key: 'tigli', value: 'Studio I Tigli' },
  { key: '7', value: 'Clinica Lago' },
]
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
const CANARY = 'canary-2b8d'

/** Behaviours of the upstream, each a service of its own. */
const BEHAVIOURS = [
  'good', 'cached', 'slow', 'hang', 'drip', 'endless', 'bomb', 'redirect', 'teapot', 'error', 'garbage', 'empty', 'shape', 'nameless', 'nul', 'many', 'cut', 'flaky',
] as const // biome-ignore format: one line reads better
type Behaviour = (typeof BEHAVIOURS)[number]

let server: TestServer
let upstream: Upstream
beforeAll(async () => {
  server = await startTestServer()
  upstream = await startUpstream()
  behave()
  const select = (service_code: string, more = {}) => ({ code: `q-${service_code}`, settings: { service_code }, ...more })
  const form = dataSourceForm('asks', [
    ...[...BEHAVIOURS, 'still', 'mapped', 'typed', 'posted', 'refused', 'unpublished'].map((service) => select(service)),
    select('secret', { more: { hidden: true } }),
  ])
  const elsewhere = dataSourceForm('elsewhere', [select('foreign')])
  const locked = dataSourceForm('locked', [select('members')], { disabled: true })
  for (const bundle of [elsewhere, locked]) await server.load(bundle)
  await server.load({
    ...form,
    integrations: [
      ...BEHAVIOURS.map((service) => httpService(service, upstream.url(service), { headers: { 'X-Secret': CANARY }, timeout_ms: 700, ...MORE[service] })),
      {
        service: 'still',
        kind: 'static',
        options: [
          { key: 'a', value: 'A' },
          { key: 'a', value: 'Again' },
          { key: 'b', value: 'B' },
        ],
      },
      { service: 'mapped', kind: 'static', options: { Roma: 'rm', Milano: 'mi' } },
      httpService('typed', `${upstream.url('good')}/fixed?fund=F1`, { input: { region: 'string', seats: 'int', age: 'number', urgent: 'boolean' } }),
      httpService('posted', upstream.url('good'), { method: 'POST', input: { region: 'text' } }),
      httpService('refused', 'http://127.0.0.1:9/', {}),
      ...['foreign', 'members', 'secret', 'nobodys'].map((service) => httpService(service, upstream.url('good'))),
    ],
  })
})
afterAll(async () => {
  await server.close()
  await upstream.close()
})

const MORE: Partial<Record<Behaviour, Record<string, unknown>>> = {
  cached: { cache_s: 60, input: { region: 'string' } },
  slow: { input: { n: 'number' }, timeout_ms: 5_000 },
  bomb: { timeout_ms: 5_000 },
}

function behave(): void {
  const body = { data: { items: ITEMS } }
  upstream.on('good', (_request, response) => json(response, body))
  upstream.on('cached', (_request, response) => json(response, body))
  upstream.on('slow', async (_request, response) => {
    await sleep(400)
    json(response, body)
  })
  upstream.on('hang', () => {})
  upstream.on('drip', (_request, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  const chunk = Buffer.alloc(64 * 1024, ' ')
  upstream.on('endless', (_request, response) => {
    const pour = () => {
      do poured += chunk.length
      while (!response.destroyed && response.write(chunk))
    }
    response.on('drain', pour)
    pour()
  })
  upstream.on('bomb', (_request, response) => void response.setHeader('content-encoding', 'gzip').end(BOMB))
  upstream.on('redirect', (_request, response) => void response.writeHead(302, { location: upstream.url('good') }).end())
  upstream.on('teapot', (_request, response) => void response.writeHead(418).end(JSON.stringify(body)))
  upstream.on('error', (_request, response) => void response.writeHead(500).end(CANARY))
  upstream.on('garbage', (_request, response) => void response.end('<html>no json</html>'))
  upstream.on('empty', (_request, response) => json(response, { data: { items: [] } }))
  upstream.on('shape', (_request, response) => json(response, { data: { items: { id: 'a', name: 'A' } } }))
  upstream.on('nameless', (_request, response) => json(response, { data: { items: [{ id: 'a' }] } }))
  upstream.on('nul', (_request, response) => json(response, { data: { items: [{ id: 'a\u0000', name: 'A' }] } }))
  upstream.on('many', (_request, response) => json(response, { data: { items: Array.from({ length: 10_001 }, (_, at) => ({ id: at, name: 'x' })) } }))
  upstream.on('cut', (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":')
    setTimeout(() => response.destroy(), 20)
  })
  upstream.on('flaky', (_request, response) => {
    response.destroy()
  })
}

let poured = 0
const lookUp = (service: string, payload: unknown = {}, headers: Record<string, string> = {}, customer = 'asks') =>
  server.call<OfferedOptions>('POST', `/forms/${customer}/integrations/${service}`, {
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  })
const seenBy = (behaviour: string) => upstream.seen.filter((call) => call.behaviour === behaviour)

describe('the options of a service', () => {
  test.each<[service: string, options: object[], why: string]>([
    ['good', OPTIONS, 'as its output maps them; a number becomes a key like any other'],
    [
      'still',
      [
        { key: 'a', value: 'A' },
        { key: 'b', value: 'B' },
      ],
      'those of the bundle, of two with one key the first',
    ],
    [
      'mapped',
      [
        { key: 'mi', value: 'Milano' },
        { key: 'rm', value: 'Roma' },
      ],
      'a map leads from label to key, by its labels',
    ],
    ['empty', [], 'a service may have nothing to offer'],
  ])('%s: %j – %s', async (service, options) => {
    const { status, body, headers } = await lookUp(service)
    expect(status).toBe(200)
    expect(body.data).toEqual({ options })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('what the visitor answered travels as query parameters, beside the operator’s own and nowhere else', async () => {
    const region = '../../admin?x=1&fund=F2#@evil.example'
    expect((await lookUp('typed', { region, seats: 3, age: 41.5, urgent: false })).status).toBe(200)
    const { url, headers, method } = seenBy('good').at(-1) ?? { url: '', headers: {}, method: '' }
    const asked = new URL(url, 'http://upstream.invalid')
    expect([method, asked.pathname, headers.accept]).toEqual(['GET', '/good/fixed', 'application/json'])
    expect([...asked.searchParams]).toEqual([
      ['fund', 'F1'],
      ['age', '41.5'],
      ['region', region],
      ['seats', '3'],
      ['urgent', 'false'],
    ])
  })

  test('or as a JSON body, where the service is asked by POST', async () => {
    expect((await lookUp('posted', { region: 'lom' })).status).toBe(200)
    const call = seenBy('good').at(-1)
    expect(call).toMatchObject({ method: 'POST', url: '/good', body: '{"region":"lom"}' })
    expect(call?.headers['content-type']).toBe('application/json')
  })

  test('the operator’s headers reach the service, and none of the visitor’s does', async () => {
    await lookUp('good', {}, { cookie: 'otp_asks=x', Authorization: 'Basic y', 'x-visitor': 'z' })
    const headers = seenBy('good').at(-1)?.headers ?? {}
    expect(headers['x-secret']).toBe(CANARY)
    expect([headers.cookie, headers.authorization, headers['x-api-key'], headers['x-visitor']]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('are refused in the visitor’s language, with nothing of the operator’s in it', async () => {
    const { status, body } = await lookUp('error', {}, { 'Accept-Language': 'de' })
    expect([status, body.errors[0]?.data.message]).toEqual([502, 'Beim Abrufen der Daten ist ein Fehler aufgetreten.'])
    expect(JSON.stringify(body)).not.toContain(CANARY)
  })
})

describe('a service that does not do as it should', () => {
  test.each<[service: string, status: number, code: string, why: string]>([
    ['redirect', 502, 'forms_integrations0003', 'it leads elsewhere, and nobody follows'],
    ['teapot', 502, 'forms_integrations0003', 'a refusal counts, whatever its body'],
    ['error', 502, 'forms_integrations0003', 'an error of its own'],
    ['garbage', 502, 'forms_integrations0003', 'no JSON'],
    ['shape', 502, 'forms_integrations0002', 'no list where the list should be'],
    ['nameless', 502, 'forms_integrations0002', 'an option without a label'],
    ['nul', 502, 'forms_integrations0002', 'a key that could not be stored as an answer'],
    ['many', 502, 'forms_integrations0002', 'more options than anybody can read'],
    ['bomb', 502, 'forms_integrations0002', '64 MB in 64 KB'],
    ['endless', 502, 'forms_integrations0002', 'an answer without an end'],
    ['refused', 503, 'forms_integrations0006', 'nobody listens there'],
    ['cut', 503, 'forms_integrations0006', 'it leaves in the middle of a word'],
    ['hang', 503, 'forms_integrations0006', 'it takes the question and says nothing'],
    ['drip', 503, 'forms_integrations0006', 'a byte at a time, for ever'],
  ])('%s: %i %s – %s', async (service, status, code) => {
    const started = performance.now()
    const answer = await lookUp(service)
    expect([answer.status, answer.body.errors.map((error) => error.data.code)]).toEqual([status, [code]])
    expect(performance.now() - started).toBeLessThan(2_500)
  })

  test('of an answer without an end little more was taken than it may be long', () => {
    expect(poured).toBeGreaterThan(0)
    expect(poured).toBeLessThan(8 * 1024 * 1024)
  })

  test('whatever limit the operator sets, nobody waits longer than 6 s', async () => {
    await server.load({ integrations: [httpService('hang', upstream.url('hang'), { timeout_ms: 60_000 })] })
    const started = performance.now()
    const { body } = await lookUp('hang')
    expect(body.errors[0]?.data.code).toBe('forms_integrations0006')
    expect(performance.now() - started).toBeLessThan(6_000)
  })
})

describe('what is refused before any service is asked', () => {
  const rows: [service: string, payload: unknown, status: number, code: string, why: string][] = [
    ['foreign', {}, 400, 'forms_integrations0005', 'another customer’s form asks it'],
    ['nobodys', {}, 400, 'forms_integrations0005', 'no form asks it'],
    ['unpublished', {}, 400, 'forms_integrations0005', 'the form asks it, the operator has not set it up'],
    ['secret', {}, 400, 'forms_integrations0005', 'only a hidden question asks it'],
    ['nothing', {}, 400, 'forms_integrations0005', 'there is none'],
    ['GOOD', {}, 400, 'forms_integrations0005', 'codes are exact'],
    ['..%2fadmin', {}, 400, 'forms_integrations0005', 'a path'],
    ['%252e%252e', {}, 400, 'forms_integrations0005', 'a path, encoded twice'],
    ['%00', {}, 400, 'forms_integrations0005', 'a NUL'],
    ['__proto__', {}, 400, 'forms_integrations0005', 'what every object has'],
    ['good', { extra: 1 }, 400, 'forms_integrations0001', 'a key that it does not declare'],
    ['good', Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, at])), 400, 'forms_integrations0001', 'four hundred of them'],
    ['good', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at])), 400, 'http_malformed', 'ten thousand of them'],
    ['good', '{"__proto__": {"region": "lom"}}', 400, 'http_malformed', 'a key that changes objects'],
    ['posted', {}, 400, 'forms_integrations0001', 'one is missing'],
    ['posted', { region: 5 }, 400, 'forms_integrations0001', 'a number is no text'],
    ['posted', { region: null }, 400, 'forms_integrations0001', 'null is no text'],
    ['posted', { region: ['lom'] }, 400, 'forms_integrations0001', 'a list is no text'],
    ['posted', { region: { $ne: '' } }, 400, 'forms_integrations0001', 'an object is no text'],
    ['posted', { region: 'x'.repeat(1_001) }, 400, 'forms_integrations0001', 'longer than an answer is'],
    ['posted', { toString: 'x' }, 400, 'forms_integrations0001', 'what every object has is no input'],
    ['posted', '{"region": "a\\u0000"}', 400, 'http_malformed', 'a NUL in a text'],
    ['typed', { region: 'a', seats: 1.5, age: 1, urgent: true }, 400, 'forms_integrations0001', 'a fraction is no integer'],
    ['typed', { region: 'a', seats: 1, age: '1', urgent: true }, 400, 'forms_integrations0001', 'a text is no number'],
    ['typed', { region: 'a', seats: 1, age: 1, urgent: 'true' }, 400, 'forms_integrations0001', 'a text is no boolean'],
    ['typed', '{"region": "a", "seats": 1, "age": 1e999, "urgent": true}', 400, 'forms_integrations0001', 'an infinite number'],
    ['good', '[]', 400, 'http_malformed', 'a list'],
    ['good', 'null', 400, 'forms0017', 'nothing'],
    ['good', '{"a":', 400, 'http_malformed', 'half a body'],
    ['good', `{"a": "${'x'.repeat(1_100_000)}"}`, 413, 'http_too_large', 'a huge body'],
    ['good?code=x', {}, 401, 'forms0011', 'a session code that is nobody’s'],
  ]
  test.each(rows)('%s %j: %i %s – %s', async (service, payload, status, code) => {
    const before = upstream.seen.length
    const answer = await lookUp(service, payload)
    expect([answer.status, answer.body.errors.map((error) => error.data.code)]).toEqual([status, [code]])
    expect(upstream.seen.length).toBe(before)
  })

  test('a service of steps that need a sign-in, and one of a form that does not exist', async () => {
    expect((await lookUp('members', {}, {}, 'locked')).body.errors[0]?.data.code).toBe('forms_integrations0005')
    expect((await lookUp('good', {}, {}, 'nobody')).body.errors[0]?.data.code).toBe('forms0001')
    expect((await lookUp('good', {}, {}, 'elsewhere')).body.errors[0]?.data.code).toBe('forms_integrations0005')
  })

  test.each(['../admin', '..', '.', '%2e%2e', '%2e', ''])('an address that ends in %j reaches no service', async (service) => {
    const before = upstream.seen.length
    const answer = await sendRaw(server, {
      path: `/forms/asks/integrations/${service}`,
      headers: ['Content-Type: application/json', 'Content-Length: 2'],
      body: '{}',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(upstream.seen.length).toBe(before)
  })
})

describe('how often a service is asked', () => {
  test('once for each input while its answer is remembered', async () => {
    for (const region of ['lom', 'lom', 'laz', 'lom']) expect((await lookUp('cached', { region })).status).toBe(200)
    expect(seenBy('cached').map((call) => call.url)).toEqual(['/cached?region=lom', '/cached?region=laz'])
  })

  test('anew once the operator has changed something', async () => {
    await server.load({ integrations: [httpService('cached', upstream.url('good'), { cache_s: 60, input: { region: 'string' } })] })
    const before = seenBy('good').length
    await lookUp('cached', { region: 'lom' })
    expect(seenBy('good').length).toBe(before + 1)
  })

  test('each time where nothing is to be remembered', async () => {
    const before = seenBy('good').length
    for (let times = 0; times < 3; times++) await lookUp('good')
    expect(seenBy('good').length).toBe(before + 3)
  })

  test('once for all who ask the same at the same time', async () => {
    const before = seenBy('slow').length
    const answers = await Promise.all(Array.from({ length: 30 }, () => lookUp('slow', { n: -1 })))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(seenBy('slow').length).toBe(before + 1)
  })

  test('by one network address no more than ten times at once; the others are told to come back', async () => {
    const before = seenBy('slow').length
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => lookUp('slow', { n })))
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(seenBy('slow').length - before).toBe(10)
    expect(new Set(refused.map((answer) => answer.body.errors[0]?.data.code))).toEqual(new Set(['forms_integrations0004']))
    expect(refused.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(Array.from({ length: 20 }, () => [503, '1']))
    expect((await lookUp('slow', { n: 99 })).status).toBe(200)
  })

  test('not at all for a while, after it was silent five times', async () => {
    for (let times = 0; times < 5; times++) expect((await lookUp('flaky')).body.errors[0]?.data.code).toBe('forms_integrations0006')
    const before = seenBy('flaky').length
    expect((await lookUp('flaky')).body.errors[0]?.data.code).toBe('forms_integrations0006')
    expect(seenBy('flaky').length).toBe(before)
  })
})
