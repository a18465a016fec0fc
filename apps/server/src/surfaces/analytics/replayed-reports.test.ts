import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const LIMIT = 30
const REPORT = { version: 'free-root.1', language: 'it', started: true }

let server: TestServer
let socket: Socket
/** The address from which the calls of a test come, because the rate limit counts each address by itself. */
let from: string
let last = 0
beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  from = `198.18.1.${++last}`
  await server.load({ ...accessForm({ code: 'free', authTypes: ['FREE'] }), settings: [{ code: 'calls_per_minute', value: String(LIMIT) }] })
  await server.services.visitCounts.store()
  await rowsOf(server, 'delete from visit_counts')
  await open()
  // The first report reaches the handler, whose response is sent again to the next ones.
  expect((await post(REPORT)).status).toBe(202)
  handled().mockClear()
})
afterEach(() => {
  socket.destroy()
  vi.restoreAllMocks()
})

async function open(): Promise<void> {
  socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
}

/** The function with which the handler begins. */
const handled = () => vi.spyOn(server.services, 'openCustomer')

interface Sent {
  headers?: Record<string, string>
  /** Number of bytes of the body that come in a packet of their own, after the others. */
  later?: number
}

/** Sends a report over the connection of the test. */
async function post(body: object | string, { headers = {}, later = 0 }: Sent = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all = {
    host: 'x',
    'user-agent': BROWSER,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'x-forwarded-for': from,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const message = `POST /forms-service/rs/v2/analytics/free/visits HTTP/1.1\r\n${lines.join('')}\r\n${text}`
  socket.write(message.slice(0, message.length - later))
  if (later > 0) {
    await sleep(50)
    socket.write(message.slice(-later))
  }
  const [received] = (await once(socket, 'data')) as [Buffer]
  const [head = '', content] = received.toString().split('\r\n\r\n')
  const [first = '', ...rest] = head.split('\r\n')
  return { status: Number(first.split(' ')[1]), headers: new Map(rest.map((line) => line.toLowerCase().split(': ') as [string, string])), content }
}

/** Number of reports that were counted. */
async function counted(): Promise<number> {
  await server.services.visitCounts.store()
  return Number((await rowsOf(server, "select count from visit_counts where kind = 'start'"))[0]?.count)
}

test('a report after the first one is counted before Fastify, and answered as by the handler', async () => {
  const replayed = await post(REPORT)
  expect(server.services.openCustomer).not.toHaveBeenCalled()
  // The handler answers a body that is sent in parts.
  const direct = await post(REPORT, { later: 5 })
  expect(server.services.openCustomer).toHaveBeenCalledOnce()
  for (const { headers } of [replayed, direct]) for (const name of ['x-request-id', 'x-ratelimit-remaining', 'date']) expect(headers.delete(name)).toBe(true)
  expect(Object.fromEntries(replayed.headers)).toEqual(Object.fromEntries(direct.headers))
  expect([replayed.status, replayed.content]).toEqual([202, direct.content])
  expect(await counted()).toBe(3)
  const metrics = await server.services.metrics.registry.metrics()
  expect(metrics).toMatch(/sportello_http_request_seconds_count\{method="POST",route="[^"]*\/visits",status="202"\} [3-9]/)
})

test.each<[string, object | string, Sent, number]>([
  ['an unknown property', { ...REPORT, ip: '192.0.2.1' }, {}, 400],
  ['no JSON', '{"version":', {}, 400],
  ['the key __proto__', `${JSON.stringify(REPORT).slice(0, -1)},"__proto__":{}}`, {}, 400],
  ['another type', REPORT, { headers: { 'content-type': 'text/plain' } }, 400],
])('a report with %s gets the error of the handler, and is not counted', async (_why, body, sent, status) => {
  const before = await counted()
  const answer = await post(body, sent)
  expect([answer.status, await counted()]).toEqual([status, before])
  // Fastify closes the connection after a body that it cannot parse; otherwise, it goes on with the next report.
  if (answer.headers.get('connection') === 'close') await open()
  expect((await post(REPORT)).status).toBe(202)
  expect(await counted()).toBe(before + 1)
})

test.each([[{ dnt: '1' }], [{ 'sec-gpc': '1' }], [{ 'user-agent': 'curl/8' }]])(
  'a report of a browser with the headers %j is answered and not counted',
  async (headers) => {
    expect((await post(REPORT, { headers })).status).toBe(202)
    expect(await counted()).toBe(1)
    expect(server.services.openCustomer).not.toHaveBeenCalled()
  },
)

test('reports are not counted any more once the author has switched that off', async () => {
  await server.load(accessForm({ code: 'free', authTypes: ['FREE'], params: { no_visit_counts: true } }))
  for (let at = 0; at < 2; at++) expect((await post({ ...REPORT, version: 'free-root.2' })).status).toBe(202)
  expect(await counted()).toBe(1)
})

test('a network address that sends more reports in a minute than the limit gets 429, and they are not counted', async () => {
  const statuses: number[] = []
  for (let at = 0; at < LIMIT + 2; at++) statuses.push((await post(REPORT)).status)
  expect(statuses).toEqual([...Array.from({ length: LIMIT - 1 }, () => 202), 429, 429, 429])
  expect(await counted()).toBe(LIMIT)
  from = `198.18.1.${++last}`
  expect((await post(REPORT)).status).toBe(202)
})
