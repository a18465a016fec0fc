import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { httpService } from '../../../test/data-source-bundle.ts'
import { CANARY, OPTIONS, startOptionsCase } from '../../../test/options-case.ts'
import { sendRaw } from '../../../test/raw-http.ts'

let on: Awaited<ReturnType<typeof startOptionsCase>>
beforeAll(async () => {
  on = await startOptionsCase()
})
afterAll(() => on.close())

describe('the options of a data source', () => {
  test.each<[service: string, options: object[], why: string]>([
    ['good', OPTIONS, 'as its output maps them; a number becomes a key like any other'],
    [
      'still',
      [
        { key: 'a', value: 'A' },
        { key: 'b', value: 'B' },
      ],
      'the bundle’s options, the first of two with the same key',
    ],
    [
      'mapped',
      [
        { key: 'mi', value: 'Milano' },
        { key: 'rm', value: 'Roma' },
      ],
      'a map from label to key, sorted by label',
    ],
    ['empty', [], 'no options'],
  ])('from the data source %s are returned as %j (%s)', async (service, options) => {
    const { status, body, headers } = await on.lookUp(service)
    expect(status).toBe(200)
    expect(body.data).toEqual({ options })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('are requested with the visitor’s answers as query parameters, in addition to the operator’s own parameters', async () => {
    const region = '../../admin?x=1&fund=F2#@evil.example'
    expect((await on.lookUp('typed', { region, seats: 3, age: 41.5, urgent: false })).status).toBe(200)
    const { url, headers, method } = on.seenBy('good').at(-1) ?? { url: '', headers: {}, method: '' }
    const asked = new URL(url, 'http://on.upstream.invalid')
    expect([method, asked.pathname, headers.accept]).toEqual(['GET', '/good/fixed', 'application/json'])
    expect([...asked.searchParams]).toEqual([
      ['fund', 'F1'],
      ['age', '41.5'],
      ['region', region],
      ['seats', '3'],
      ['urgent', 'false'],
    ])
  })

  test('are requested with the visitor’s answers as a JSON body if the data source uses POST', async () => {
    expect((await on.lookUp('posted', { region: 'lom' })).status).toBe(200)
    const call = on.seenBy('good').at(-1)
    expect(call).toMatchObject({ method: 'POST', url: '/good', body: '{"region":"lom"}' })
    expect(call?.headers['content-type']).toBe('application/json')
  })

  test('are requested with the operator’s headers, but with none of the visitor’s headers', async () => {
    await on.lookUp('good', {}, { cookie: 'otp_asks=x', Authorization: 'Basic y', 'x-visitor': 'z' })
    const headers = on.seenBy('good').at(-1)?.headers ?? {}
    expect(headers['x-secret']).toBe(CANARY)
    expect([headers.cookie, headers.authorization, headers['x-api-key'], headers['x-visitor']]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('are replaced by an error in the visitor’s language, which contains none of the operator’s settings', async () => {
    const { status, body } = await on.lookUp('error', {}, { 'Accept-Language': 'de' })
    expect([status, body.errors[0]?.data.message]).toEqual([502, 'Beim Abrufen der Daten ist ein Fehler aufgetreten.'])
    expect(JSON.stringify(body)).not.toContain(CANARY)
  })
})

describe('a faulty data source', () => {
  test.each<[service: string, status: number, code: string, why: string]>([
    ['redirect', 502, 'forms_integrations0003', 'a redirect, which is not followed'],
    ['teapot', 502, 'forms_integrations0003', 'an error status with a valid body'],
    ['error', 502, 'forms_integrations0003', 'an error of its own'],
    ['garbage', 502, 'forms_integrations0003', 'no JSON'],
    ['shape', 502, 'forms_integrations0002', 'no list where the list should be'],
    ['nameless', 502, 'forms_integrations0002', 'an option without a label'],
    ['nul', 502, 'forms_integrations0002', 'a key that could not be stored as an answer'],
    ['many', 502, 'forms_integrations0002', 'too many options'],
    ['bomb', 502, 'forms_integrations0002', 'a gzip bomb'],
    ['endless', 502, 'forms_integrations0002', 'an endless response'],
    ['refused', 503, 'forms_integrations0006', 'connection refused'],
    ['cut', 503, 'forms_integrations0006', 'a connection closed in mid-response'],
    ['hang', 503, 'forms_integrations0006', 'a server that does not respond'],
    ['drip', 503, 'forms_integrations0006', 'one byte at a time'],
  ])('named %s makes the server return status %i with the error %s (%s)', async (service, status, code) => {
    const started = performance.now()
    const answer = await on.lookUp(service)
    expect([answer.status, answer.body.errors.map((error) => error.data.code)]).toEqual([status, [code]])
    expect(performance.now() - started).toBeLessThan(2_500)
  })

  test('is disconnected soon after the size limit if its response does not end', () => {
    expect(on.poured()).toBeGreaterThan(0)
    expect(on.poured()).toBeLessThan(8 * 1024 * 1024)
  })

  test('is aborted after 6 s, even if the operator has set a longer timeout', async () => {
    await on.server.load({ integrations: [httpService('hang', on.upstream.url('hang'), { timeout_ms: 60_000 })] })
    const started = performance.now()
    const { body } = await on.lookUp('hang')
    expect(body.errors[0]?.data.code).toBe('forms_integrations0006')
    expect(performance.now() - started).toBeLessThan(6_000)
  })
})

describe('a look-up that is rejected without a call to a data source', () => {
  const rows: [service: string, payload: unknown, status: number, code: string, why: string][] = [
    ['foreign', {}, 400, 'forms_integrations0005', 'a service of another customer’s form'],
    ['nobodys', {}, 400, 'forms_integrations0005', 'a service of no form'],
    ['unpublished', {}, 400, 'forms_integrations0005', 'a service without an integration'],
    ['secret', {}, 400, 'forms_integrations0005', 'a service of a hidden question'],
    ['nothing', {}, 400, 'forms_integrations0005', 'an unknown service'],
    ['GOOD', {}, 400, 'forms_integrations0005', 'another letter case'],
    ['..%2fadmin', {}, 400, 'forms_integrations0005', 'a path'],
    ['%252e%252e', {}, 400, 'forms_integrations0005', 'a path, encoded twice'],
    ['%00', {}, 400, 'forms_integrations0005', 'a NUL'],
    ['__proto__', {}, 400, 'forms_integrations0005', 'a prototype key'],
    ['good', { extra: 1 }, 400, 'forms_integrations0001', 'an undeclared input'],
    ['good', Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, at])), 400, 'forms_integrations0001', '400 undeclared inputs'],
    ['good', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at])), 400, 'http_malformed', '10,000 undeclared inputs'],
    ['good', '{"__proto__": {"region": "lom"}}', 400, 'http_malformed', 'the key __proto__'],
    ['posted', {}, 400, 'forms_integrations0001', 'a missing input'],
    ['posted', { region: 5 }, 400, 'forms_integrations0001', 'a number instead of a text'],
    ['posted', { region: null }, 400, 'forms_integrations0001', 'null instead of a text'],
    ['posted', { region: ['lom'] }, 400, 'forms_integrations0001', 'a list instead of a text'],
    ['posted', { region: { $ne: '' } }, 400, 'forms_integrations0001', 'an object instead of a text'],
    ['posted', { region: 'x'.repeat(1_001) }, 400, 'forms_integrations0001', 'a text that is too long'],
    ['posted', { toString: 'x' }, 400, 'forms_integrations0001', 'a prototype key as input'],
    ['posted', '{"region": "a\\u0000"}', 400, 'http_malformed', 'a NUL in a text'],
    ['typed', { region: 'a', seats: 1.5, age: 1, urgent: true }, 400, 'forms_integrations0001', 'a fraction instead of an integer'],
    ['typed', { region: 'a', seats: 1, age: '1', urgent: true }, 400, 'forms_integrations0001', 'a text instead of a number'],
    ['typed', { region: 'a', seats: 1, age: 1, urgent: 'true' }, 400, 'forms_integrations0001', 'a text instead of a boolean'],
    ['typed', '{"region": "a", "seats": 1, "age": 1e999, "urgent": true}', 400, 'forms_integrations0001', 'an infinite number'],
    ['good', '[]', 400, 'http_malformed', 'a list'],
    ['good', 'null', 400, 'forms0017', 'nothing'],
    ['good', '{"a":', 400, 'http_malformed', 'truncated JSON'],
    ['good', `{"a": "${'x'.repeat(1_100_000)}"}`, 413, 'http_too_large', 'a huge body'],
    ['good?code=x', {}, 401, 'forms0011', 'an unknown session code'],
  ]
  test.each(rows)('%s with %j returns %i %s – %s', async (service, payload, status, code) => {
    const before = on.upstream.seen.length
    const answer = await on.lookUp(service, payload)
    expect([answer.status, answer.body.errors.map((error) => error.data.code)]).toEqual([status, [code]])
    expect(on.upstream.seen.length).toBe(before)
  })

  test('asks for a data source of steps that need a sign-in, or for a form that does not exist', async () => {
    expect((await on.lookUp('members', {}, {}, 'locked')).body.errors[0]?.data.code).toBe('forms_integrations0005')
    expect((await on.lookUp('good', {}, {}, 'nobody')).body.errors[0]?.data.code).toBe('forms0001')
    expect((await on.lookUp('good', {}, {}, 'elsewhere')).body.errors[0]?.data.code).toBe('forms_integrations0005')
  })

  test.each(['../admin', '..', '.', '%2e%2e', '%2e', ''])('has a path that ends in %j', async (service) => {
    const before = on.upstream.seen.length
    const answer = await sendRaw(on.server, {
      path: `/forms/asks/integrations/${service}`,
      headers: ['Content-Type: application/json', 'Content-Length: 2'],
      body: '{}',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(on.upstream.seen.length).toBe(before)
  })
})

describe('a data source', () => {
  test('is called only once per input as long as its response is cached', async () => {
    for (const region of ['lom', 'lom', 'laz', 'lom']) expect((await on.lookUp('cached', { region })).status).toBe(200)
    expect(on.seenBy('cached').map((call) => call.url)).toEqual(['/cached?region=lom', '/cached?region=laz'])
  })

  test('is called again after an operator has changed its settings', async () => {
    await on.server.load({ integrations: [httpService('cached', on.upstream.url('good'), { cache_s: 60, input: { region: 'string' } })] })
    const before = on.seenBy('good').length
    await on.lookUp('cached', { region: 'lom' })
    expect(on.seenBy('good').length).toBe(before + 1)
  })

  test('is called for each look-up if its responses may not be cached', async () => {
    const before = on.seenBy('good').length
    for (let times = 0; times < 3; times++) await on.lookUp('good')
    expect(on.seenBy('good').length).toBe(before + 3)
  })

  /** Makes 30 parallel look-ups at the data source `slow`, which responds only after the server has received all 30. */
  async function lookUpInParallel(payloadOf: (n: number) => object) {
    const received = vi.spyOn(on.server.services.optionLookups, 'lookUp')
    const answers = Promise.all(Array.from({ length: 30 }, (_, n) => on.lookUp('slow', payloadOf(n))))
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(30), 4_000)
    received.mockRestore()
    on.release()
    return answers
  }

  test('is called only once for parallel look-ups with the same input', async () => {
    const before = on.seenBy('slow').length
    const answers = await lookUpInParallel(() => ({ n: -1 }))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(on.seenBy('slow').length).toBe(before + 1)
  })

  test('is called at most ten times in parallel for one network address; further look-ups are rejected with forms_integrations0004', async () => {
    const before = on.seenBy('slow').length
    const answers = await lookUpInParallel((n) => ({ n }))
    const rejected = answers.filter((answer) => answer.status !== 200)
    expect(on.seenBy('slow').length - before).toBe(10)
    expect(new Set(rejected.map((answer) => answer.body.errors[0]?.data.code))).toEqual(new Set(['forms_integrations0004']))
    expect(rejected.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(Array.from({ length: 20 }, () => [503, '1']))
    const next = on.lookUp('slow', { n: 99 })
    await vi.waitFor(() => expect(on.seenBy('slow').length - before).toBe(11), 4_000)
    on.release()
    expect((await next).status).toBe(200)
  })

  test('is not called for some time after five failures in a row', async () => {
    for (let times = 0; times < 5; times++) expect((await on.lookUp('flaky')).body.errors[0]?.data.code).toBe('forms_integrations0006')
    const before = on.seenBy('flaky').length
    expect((await on.lookUp('flaky')).body.errors[0]?.data.code).toBe('forms_integrations0006')
    expect(on.seenBy('flaky').length).toBe(before)
  })
})
