import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

/** A time zone in which the current date differs from the UTC date. */
const ZONE = new Date().getUTCHours() < 10 ? 'Pacific/Midway' : 'Pacific/Kiritimati'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load({ settings: [{ code: 'time_zone', value: ZONE }] })
  for (const code of ['ours', 'theirs']) await server.load(accessForm({ code, authTypes: ['FREE'] }))
  await server.load(accessForm({ code: 'asleep', authTypes: ['FREE'], active: false }))
})
afterAll(() => server.close())

const beacon = async (path: string, init: RequestInit = {}) =>
  (await fetch(`${server.url}/forms-service/rs/v2/analytics/${path}`, { method: 'POST', ...init })).status

test('POST /analytics counts an abandoned form by step and by day in the deployment’s time zone, and needs no API key', async () => {
  expect(await beacon('ours/tags/ask')).toBe(202)
  expect(await beacon('ours/tags/ask', { body: 'x', headers: { 'content-type': 'text/plain' } })).toBe(202)
  expect(await beacon('ours/tags/ask', { body: new Blob(['{"a":1}'], { type: 'application/json' }) })).toBe(202)
  expect(await beacon('ours/tags/ask', { body: new FormData() })).toBe(202)
  expect(await beacon('theirs/tags/deep')).toBe(202)
  expect(
    await rowsOf(server, `select customer_code, code_tag, day = (now() at time zone '${ZONE}')::date as today, count from abandonments order by 1`),
  ).toEqual([
    { customer_code: 'ours', code_tag: 'ask', today: true, count: 4 },
    { customer_code: 'theirs', code_tag: 'deep', today: true, count: 1 },
  ])
})

test('POST /analytics counts all of 20 parallel requests', async () => {
  const before = Number((await rowsOf(server, "select count from abandonments where customer_code = 'ours'"))[0]?.count ?? 0)
  await Promise.all(Array.from({ length: 20 }, () => beacon('ours/tags/ask')))
  expect(await rowsOf(server, "select count from abandonments where customer_code = 'ours'")).toEqual([{ count: before + 20 }])
})

test('POST /analytics adds 1,000 requests up in one row for the step and the day', async () => {
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
  const rows = () => rowsOf(server, 'select customer_code, code_tag, count from abandonments order by 1, 2')
  const before = await rows()
  for (let sent = 0; sent < 1_000; sent += 50) await Promise.all(Array.from({ length: 50 }, () => beacon('ours/tags/ask', { body: 'x'.repeat(10_000) })))
  expect(await rows()).toEqual(before.map((row) => (row.customer_code === 'ours' ? { ...row, count: Number(row.count) + 1_000 } : row)))
})

test('POST /analytics has a rate limit per network address', async () => {
  await server.load({ settings: [{ code: 'calls_per_minute', value: '3' }] })
  const answers = await Promise.all(Array.from({ length: 12 }, () => beacon('ours/tags/ask')))
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(9)
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
})

test.each([
  ['ours/tags/nowhere', 404],
  ['nobody/tags/ask', 404],
  ['asleep/tags/ask', 503],
  ["ours/tags/x'%20or%201=1", 404],
  ['ours/tags/%00', 404],
])('POST /analytics/%s returns status %i and stores nothing', async (path, status) => {
  const before = await rowsOf(server, 'select * from abandonments')
  expect(await beacon(path)).toBe(status)
  expect(await rowsOf(server, 'select * from abandonments')).toEqual(before)
})
