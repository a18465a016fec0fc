import { randomBytes } from 'node:crypto'
import { get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { NONCE_MARK } from '../../surfaces/pages/renderer.ts'

const LIMIT = 40
const TAG = '/forms-service/rs/v2/forms/sample/tags/report'
const KEY = { 'x-api-key': 'test-key' }

let server: TestServer
let title = 'first'
/** Text that brotli cannot shorten much. */
let filler = ''
let last = 0
/** The address from which the calls of a test come, because the rate limit counts each address by itself. */
let from: string
/** The functions with which the handlers of a tag and of a page begin. */
let tags: MockInstance
let pages: MockInstance

beforeAll(async () => {
  server = await startTestServer({
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
    render: async () => ({
      status: 200,
      html: `<script nonce="${NONCE_MARK}">1</script><p>${title}${filler}</p><i nonce="${NONCE_MARK}">2</i>`,
      cacheable: true,
    }),
  })
  await server.load({ ...sampleBundle(), settings: [{ code: 'calls_per_minute', value: String(LIMIT) }] })
  await server.load(sampleBundle({ code: 'other' }))
})
beforeEach(() => {
  from = `198.18.0.${++last}`
  tags = vi.spyOn(server.services, 'begunCustomer')
  pages = vi.spyOn(server.services, 'shownCustomer')
})
afterEach(async () => {
  vi.restoreAllMocks()
  if (filler === '') return
  filler = ''
  await server.load(sampleBundle())
})
afterAll(() => server.close())

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { method, headers: { 'x-forwarded-for': from, ...headers }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}

/** Returns the headers that are the same in each response. */
function lasting({ headers }: Answer) {
  const { date: _, 'x-request-id': _id, 'x-ratelimit-remaining': _left, 'x-ratelimit-reset': _reset, 'content-security-policy': policy, ...rest } = headers
  return { ...rest, policy: policy?.toString().replaceAll(/'nonce-[^']+'/g, "'nonce-'") }
}

const calls = () => tags.mock.calls.length + pages.mock.calls.length

/** Reads a URL until its response comes without its handler. */
async function untilReplayed(path: string, headers: Record<string, string>): Promise<Answer> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = calls()
    const answer = await read(path, headers)
    if (calls() === before) return answer
  }
  throw new Error(`${path} always reaches its handler`)
}

test('a tag is sent again without its handler, with the same headers and body', async () => {
  const first = await read(TAG, { ...KEY, 'accept-language': 'de' })
  expect([first.status, calls()]).toEqual([200, 1])
  const again = await read(TAG, { ...KEY, 'accept-language': 'de' })
  expect(calls()).toBe(1)
  expect(again.body).toEqual(first.body)
  expect(lasting(again)).toEqual(lasting(first))
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(again.headers['content-length']).toBe(String(first.body.length))
})

test('a replayed page has a new nonce in each response, and the same headers as the first', async () => {
  const headers = { 'accept-encoding': 'br', 'accept-language': 'it' }
  const first = await read('/sample', headers)
  const answers = [await untilReplayed('/sample', headers), await untilReplayed('/sample', headers)]
  const nonces = answers.map(({ headers: { 'content-security-policy': policy } }) => /'nonce-([^']{24})'/.exec(String(policy))?.[1])
  expect(new Set(nonces).size).toBe(2)
  for (const [at, page] of answers.entries()) {
    expect(lasting(page)).toEqual(lasting(first))
    expect(brotliDecompressSync(page.body).toString()).toBe(`<script nonce="${nonces[at]}">1</script><p>first</p><i nonce="${nonces[at]}">2</i>`)
  }
})

test('each page keeps its own nonce while a client reads its responses late', async () => {
  const agent = { 'accept-encoding': 'br', 'accept-language': 'it, en;q=0.1' }
  filler = randomBytes(12_000).toString('base64')
  await server.load(sampleBundle())
  await untilReplayed('/sample', agent)
  const head = (at: number) =>
    Object.entries({ host: 'localhost', 'x-forwarded-for': `198.19.${at % 250}.1`, ...agent }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').pause()
  socket.write(Array.from({ length: LATE }, (_, at) => `GET /sample HTTP/1.1\r\n${head(at).join('')}\r\n`).join(''))
  for (let other = 0; other < LIMIT / 2; other++) {
    await sleep(10)
    await read('/sample', agent)
  }
  const responses = await pagesOf(socket)
  expect(responses).toHaveLength(LATE)
  for (const { policy, page } of responses) {
    const nonces = [...page.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce)
    expect(nonces).toEqual([policy, policy])
  }
})

/** Number of pages that one connection requests at once: more bytes than the kernel takes from the server. */
const LATE = 1_000

/** Reads `LATE` responses from a connection. */
async function pagesOf(socket: AsyncIterable<Buffer>): Promise<{ policy: string | undefined; page: string }[]> {
  const pages: { policy: string | undefined; page: string }[] = []
  let left = Buffer.alloc(0)
  for await (const chunk of socket) {
    left = Buffer.concat([left, chunk])
    for (let end = left.indexOf('\r\n\r\n'); end >= 0; end = left.indexOf('\r\n\r\n')) {
      const head = left.toString('latin1', 0, end)
      const until = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (left.length < until) break
      pages.push({ policy: /'nonce-([^']{24})'/.exec(head)?.[1], page: brotliDecompressSync(left.subarray(end + 4, until)).toString() })
      left = left.subarray(until)
    }
    if (pages.length === LATE) break
  }
  return pages
}

test.each([
  ['the credential of a partner', { authorization: 'Bearer x' }, 401],
  ['the ETag of a response', { 'if-none-match': '*' }, 304],
  ['another API key', { 'x-api-key': 'wrong' }, 401],
  ['no API key', { 'x-api-key': '' }, 401],
  ['an empty version of the form', { 'x-form-version': '' }, 409],
  ['an outdated version of the form', { 'x-form-version': 'sample.999' }, 409],
])('a call with %s gets its own response', async (_what, headers: Record<string, string>, status) => {
  await untilReplayed(TAG, KEY)
  const answer = await read(TAG, { ...KEY, ...headers })
  expect(answer.status).toBe(status)
})

test.each([
  [TAG, KEY],
  ['/sample', { 'accept-encoding': 'br', 'accept-language': 'it' }],
])('a call of %s with a cookie, or while the server drains, reaches its handler', async (path, headers: Record<string, string>) => {
  await untilReplayed(path, headers)
  const before = calls()
  await read(path, { ...headers, cookie: 'lang_sample=en' })
  expect(calls()).toBe(before + 1)
  server.services.drain.begun = true
  await read(path, headers)
  server.services.drain.begun = false
  expect(calls()).toBe(before + 2)
})

test('a query, another method, and an outdated browser get their own response', async () => {
  await untilReplayed(TAG, KEY)
  expect((await read(`${TAG}?code=unknown`, KEY)).status).toBe(401)
  expect((await read(TAG, KEY, 'DELETE')).status).toBe(404)
  const headers = { 'accept-encoding': 'br', 'accept-language': 'it' }
  await untilReplayed('/sample', headers)
  const old = await read('/sample', { ...headers, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko' })
  expect([old.status, old.headers.location]).toEqual([302, '/sample/notSupported'])
})

test('the rate limit counts replayed responses for the client behind the proxy, and rejects calls above it', async () => {
  await untilReplayed(TAG, KEY)
  from = '198.18.1.1'
  const before = calls()
  const left = []
  for (let call = 0; call < LIMIT; call++) left.push(Number((await read(TAG, KEY)).headers['x-ratelimit-remaining']))
  expect(left).toEqual(Array.from({ length: LIMIT }, (_, call) => LIMIT - 1 - call))
  expect(calls()).toBe(before)
  const over = await read(TAG, KEY)
  expect([over.status, over.headers['retry-after'] !== undefined]).toEqual([429, true])
  from = '198.18.1.2'
  expect((await read(TAG, KEY)).status).toBe(200)
})

test('a change of a form, or of what all forms share, ends the replay of its responses', async () => {
  const headers = { 'accept-encoding': 'br', 'accept-language': 'it' }
  const other = TAG.replace('/sample/', '/other/')
  await untilReplayed('/sample', headers)
  await untilReplayed(other, KEY)
  title = 'second'
  await server.load(sampleBundle({ params: { form_title: 'Changed' } }))
  const before = tags.mock.calls.length
  expect(brotliDecompressSync((await read('/sample', headers)).body).toString()).toContain('second')
  expect((await read(other, KEY)).status).toBe(200)
  expect(tags.mock.calls.length).toBe(before + 1)
})

test('a response is recorded again in each minute, because a page contains the date', async () => {
  await untilReplayed(TAG, KEY)
  const before = calls()
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await read(TAG, KEY)
  expect(calls()).toBe(before + 1)
  await read(TAG, KEY)
  expect(calls()).toBe(before + 1)
})

test('a call reaches its handler if the replay fails', async () => {
  await untilReplayed(TAG, KEY)
  const before = calls()
  vi.spyOn(server.services.catalog, 'isCurrent').mockImplementationOnce(() => {
    throw new Error('planted')
  })
  expect((await read(TAG, KEY)).status).toBe(200)
  expect(calls()).toBe(before + 1)
})

test('replayed responses are among the metrics of their route', async () => {
  const count = async () => {
    const { values } = await server.services.metrics.httpSeconds.get()
    return values.find(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels.route?.toString().endsWith('/tags/:codeTag') && labels.status === '200',
    )?.value
  }
  await untilReplayed(TAG, KEY)
  const before = Number(await count())
  await read(TAG, KEY)
  expect(await count()).toBe(before + 1)
})
