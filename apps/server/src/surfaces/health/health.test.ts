import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

test('GET /health/live returns 200 while the process runs', async () => {
  const response = await fetch(`${server.url}/health/live`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'live' }])
})

test('GET /health/ready returns 200 if the process can serve requests', async () => {
  const response = await fetch(`${server.url}/health/ready`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready', database: true }])
})

test('parallel calls of GET /health/ready share one database connection', async () => {
  const { pool } = server.database
  const held = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - (pool.totalCount - pool.idleCount) }, () => pool.connect()))
  const waiting = pool.waitingCount
  const asked = Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/health/ready`).then(({ status }) => status)))
  await sleep(500)
  expect(pool.waitingCount - waiting).toBe(1)
  for (const client of held) client.release()
  expect(await asked).toEqual(Array(50).fill(200))
})

test('while a process drains before its shutdown, GET /health/ready returns 503 and each response closes its connection', async () => {
  const leaving = await startTestServer({ beside: server })
  const ended = leaving.services.drain.begin(200)
  const ready = await fetch(`${leaving.url}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', database: true }])
  const sent = await leaving.call('POST', '/forms/sample', { body: sendForm(freshAnswers()) })
  expect([sent.status, sent.headers.get('connection')]).toEqual([201, 'close'])
  await ended
  await leaving.close()
})

test('GET /metrics returns metrics in the Prometheus format, without personal data', async () => {
  await server.call('POST', '/forms/sample', { body: sendForm(ANSWERS, { email: 'count.me@example.org', confirmed_email: 'count.me@example.org' }) })
  const response = await fetch(`${server.url}/metrics`)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toMatch(/^sportello_requests_received_total\{auth_type="FREE"\} 1$/m)
  expect(text).toMatch(/sportello_http_request_seconds_count\{method="POST",route="\/forms-service\/rs\/v2\/forms\/:customerCode",status="201"\} 1/)
  expect(text).not.toMatch(/count\.me|sample/)
})

test('GET /metrics requires the API key for calls from other machines', async () => {
  const from = (headers: Record<string, string>) => server.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9', headers })
  expect((await from({})).statusCode).toBe(401)
  expect((await from({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(401)
  expect((await from({ 'x-api-key': 'wrong' })).statusCode).toBe(401)
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect((await server.app.inject({ method: 'GET', url: '/metrics', headers: { [name]: '203.0.113.9' } })).statusCode).toBe(401)
  expect((await from({ 'x-api-key': 'test-key' })).statusCode).toBe(200)
})

test('GET /metrics also takes the API key as a bearer token, and no other call does', async () => {
  const from = (url: string, authorization: string) => server.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.9', headers: { authorization } })
  expect((await from('/metrics', 'Bearer test-key')).statusCode).toBe(200)
  for (const wrong of ['Bearer wrong', 'Bearer test-key2', 'Bearer', 'Basic test-key', 'test-key'])
    expect((await from('/metrics', wrong)).statusCode, wrong).toBe(401)
  expect((await from('/forms-service/rs/v2/forms/sample', 'Bearer test-key')).statusCode).toBe(401)
})
