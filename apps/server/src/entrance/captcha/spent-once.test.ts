import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EASY, sendSample, solvedCaptcha } from '../../../test/captcha.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, freshAnswers } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { buildApp } from '../../app.ts'
import { Catalog } from '../../catalogue/customers/catalog.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { makeMetrics } from '../../platform/http/metrics.ts'
import { makeServices } from '../../services.ts'
import { sweepCaptchas } from './queries.ts'

let server: TestServer
let urls: string[]
const others: (() => Promise<void>)[] = []

/** Starts another server process on the same database, with its own connections and cache. @returns its URL */
async function startBeside(): Promise<string> {
  const { host, user, password, database: name } = server.database.owner.options as { host: string; user: string; password: string; database: string }
  const database = openDatabase({ host, user, password, database: name }, () => {})
  const catalog = new Catalog(database.kysely, database.pool, () => {})
  await catalog.start()
  const { config, attachments } = server.services
  const services = makeServices({ config, database, catalog, attachments, metrics: makeMetrics() })
  const app = await buildApp(services, { render: async () => ({ redirect: '/notfound' }), assetsFolder: `${server.dataDir}/assets` })
  await app.listen({ port: 0, host: '127.0.0.1' })
  others.push(async () => {
    await app.close()
    await catalog.stop()
    await database.close()
  })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  server = await startTestServer()
  await server.load({ ...sampleBundle({ params: { auth_type: ['FREE_CAPTCHA'] } }), settings: EASY })
  await server.load(sampleBundle({ code: 'limited', params: { auth_type: ['FREE_CAPTCHA'], max_requests: 1 } }))
  await server.load(sampleBundle({ code: 'parked', params: { always_captcha: true } }))
  urls = [server.url, await startBeside(), await startBeside()]
})
afterAll(async () => {
  for (const close of others) await close()
  await server.close()
})

/** Returns a client that calls the server process at the given URL. */
const at = (url: string): Pick<TestServer, 'call'> => ({
  async call(method, path, init = {}) {
    const response = await fetch(`${url}/forms-service/rs/v2${path}`, { method, ...init, headers: { 'X-Api-Key': 'test-key', ...init.headers } })
    return { status: response.status, headers: response.headers, body: (await response.json()) as never }
  },
})

describe('a captcha solution', () => {
  test.each(['sample', 'parked'])('is accepted for exactly one of 16 parallel requests to three server processes (form %s)', async (customer) => {
    for (let round = 0; round < 5; round++) {
      const captcha_resolved = await solvedCaptcha(server, customer)
      const before = await tracesOf(server)
      const sends = Array.from({ length: 16 }, (_, n) => {
        const email = `p${round}-${n}@example.org`
        return sendSample(at(urls[n % 3] ?? ''), customer, { captcha_resolved, email, confirmed_email: email })
      })
      const told = (await Promise.all(sends)).map((each) => each.told.join())
      expect(told.toSorted()).toEqual(['201', ...Array.from({ length: 15 }, () => '422,forms0030')])
      const after = await tracesOf(server)
      expect(Number(after.requests) - Number(before.requests)).toBe(1)
      expect(Number(after.captcha_solutions) - Number(before.captcha_solutions)).toBe(1)
    }
  })

  test('stays valid if the request is rejected because of its answers or its e-mail address', async () => {
    const captcha_resolved = await solvedCaptcha(server, 'sample')
    expect((await sendSample(server, 'sample', { captcha_resolved }, {}, { street: '' })).told).toEqual([422, 'forms0038'])
    expect((await sendSample(server, 'sample', { captcha_resolved, confirmed_email: 'other@example.org' })).told).toEqual([422, 'forms0020'])
    expect((await sendSample(server, 'sample', { captcha_resolved })).told).toEqual([201])
  })

  test('stays valid if the request is rejected by the rate limit', async () => {
    expect((await sendSample(server, 'limited', { captcha_resolved: await solvedCaptcha(server, 'limited') })).told).toEqual([201])
    const captcha_resolved = await solvedCaptcha(server, 'limited')
    const before = await tracesOf(server)
    expect((await sendSample(server, 'limited', { captcha_resolved })).told).toEqual([429, 'forms0024'])
    expect(await tracesOf(server)).toEqual(before)
    expect((await sendSample(server, 'limited', { captcha_resolved, email: 'eva@example.org', confirmed_email: 'eva@example.org' })).told).toEqual([201])
  })

  test('is not checked when a request is repeated with the same idempotency key; the server returns the first response', async () => {
    const headers = { 'Idempotency-Key': 'again' }
    const captcha_resolved = await solvedCaptcha(server, 'sample')
    const first = await sendSample(server, 'sample', { captcha_resolved }, headers, ANSWERS)
    expect(first.told).toEqual([201])
    for (const solution of [captcha_resolved, await solvedCaptcha(server, 'sample'), undefined]) {
      expect(await sendSample(server, 'sample', { captcha_resolved: solution }, headers, ANSWERS)).toEqual(first)
    }
    expect((await sendSample(server, 'sample', { captcha_resolved }, headers, { street: 'Via Po 2' })).told).toEqual([422, 'forms0046'])
  })

  test('may be added when a request that was rejected without a solution is retried with the same idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'step-up' }
    expect((await sendSample(server, 'sample', {}, headers)).told).toEqual([422, 'forms0013'])
    expect((await sendSample(server, 'sample', { captcha_resolved: await solvedCaptcha(server, 'sample') }, headers)).told).toEqual([201])
  })

  test('is accepted for 16 identical parallel requests with the same idempotency key, and only one request is stored', async () => {
    const captcha_resolved = await solvedCaptcha(server, 'sample')
    const [headers, answers] = [{ 'Idempotency-Key': 'tapped' }, freshAnswers()]
    const sends = Array.from({ length: 16 }, (_, n) => sendSample(at(urls[n % 3] ?? ''), 'sample', { captcha_resolved }, headers, answers))
    const told = await Promise.all(sends)
    expect(new Set(told.map((each) => each.told.join()))).toEqual(new Set(['201']))
    expect(new Set(told.map(({ ticket }) => ticket)).size).toBe(1)
  })

  test('is deleted by the cleanup job only after it has expired', async () => {
    await rowsOf(server, "update captcha_solutions set expires_at = now() - interval '1 second' where customer_code = 'sample'")
    await sweepCaptchas(server.services)
    const left = await rowsOf(server, 'select distinct customer_code from captcha_solutions order by 1')
    expect(left.map((row) => row.customer_code)).toEqual(['limited', 'parked'])
  })
})
