import { randomUUID } from 'node:crypto'
import { type SendReceipt, VISIT_HEADER } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { confirmationCode } from '../requests/verification-code.ts'
import { VisitCounts } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: true })
  await server.load(sampleBundle())
})
afterAll(() => server.close())

async function counted() {
  await server.services.visitCounts.store()
  return rowsOf(server, "select kind, version, lang_code, count from visit_counts where kind in ('request', 'confirmed', 'ticket') order by kind")
}

test('a request counts once when it is stored, once when it is confirmed and once when its ticket is opened', async () => {
  const submit = () => server.call<SendReceipt>('POST', '/forms/sample', { body: sendForm(answers), headers: { 'Idempotency-Key': 'the-same' } })
  const answers = freshAnswers()
  const { status, body } = await submit()
  expect(status).toBe(201)
  // The repeated submission is answered with the first one's receipt, and the rejected one is not stored.
  expect((await submit()).body.data?.ticket).toBe(body.data?.ticket)
  expect((await server.call('POST', '/forms/sample', { body: sendForm({ ...answers, email: 'nobody' }) })).status).not.toBe(201)
  const [request] = await rowsOf(server, 'select id, definition_version as version, lang_code from requests')
  const { version, lang_code } = request ?? {}
  expect(await counted()).toEqual([{ kind: 'request', version, lang_code, count: 1 }])

  const code = confirmationCode(server.services.config.secretKey, 'sample', String(request?.id))
  const confirm = () => server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code: code }), headers: { 'Content-Type': 'application/json' } })
  expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 409])
  await expect.poll(counted, { timeout: 20_000 }).toEqual(['confirmed', 'request', 'ticket'].map((kind) => ({ kind, version, lang_code, count: 1 })))
})

test('counts are stored by themselves, and when the process ends', async () => {
  const form = { customer: 'sample', day: '2026-05-05', version: 1, language: 'it' }
  const visits = async () => (await rowsOf(server, "select count from visit_counts where day = '2026-05-05'"))[0]?.count
  const counts = new VisitCounts(server.database.kysely)
  counts.add(form, 'visit')
  await expect.poll(visits, { timeout: 20_000 }).toBe(1)
  counts.add(form, 'visit')
  await counts.close()
  expect(await visits()).toBe(2)
})

describe('the report that a submission carries', () => {
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const visited = { language: 'it', began: { device: 'phone' }, started: true, reached: ['sample-root', 'report'], sent: 'report' }
  const report = async (extra: object = {}) => {
    const version = (await server.call<{ version: string }>('GET', '/forms/sample')).body.data?.version
    return encodeURIComponent(JSON.stringify({ version, ...visited, ...extra }))
  }
  async function submit(carried: string, { answers = freshAnswers(), key = randomUUID(), headers = {} as Record<string, string> } = {}) {
    const { status } = await server.call('POST', '/forms/sample', {
      body: sendForm(answers),
      headers: { 'Idempotency-Key': key, 'User-Agent': BROWSER, [VISIT_HEADER]: carried, ...headers },
    })
    return status
  }
  async function sums() {
    await server.services.visitCounts.store()
    const rows = await rowsOf(
      server,
      "select kind, sum(count)::int as count from visit_counts where kind in ('visit', 'start', 'step', 'sent', 'request') group by kind",
    )
    await rowsOf(server, 'delete from visit_counts')
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  }
  beforeAll(async () => void (await sums()))

  test('is counted once with the stored request, not with its repetition', async () => {
    const answers = freshAnswers()
    const key = randomUUID()
    expect([await submit(await report(), { answers, key }), await submit(await report(), { answers, key })]).toEqual([201, 201])
    expect(await sums()).toEqual({ visit: 1, start: 1, step: 2, sent: 1, request: 1 })
  })

  test('is not counted with a rejected submission', async () => {
    expect(await submit(await report(), { answers: { street: '' } })).toBe(422)
    expect(await sums()).toEqual({})
  })

  test.each<[what: string, carried: () => Promise<string> | string, headers?: Record<string, string>]>([
    ['is no JSON', () => 'x'],
    ['is not encoded correctly', () => '%E0%A4%A'],
    ['has an unknown property', () => report({ ip: '192.0.2.1' })],
    ['has a prototype', () => encodeURIComponent('{"__proto__":{"sent":"report"}}')],
    ['is of another form', () => report({ version: 'other.1' })],
    ['is of a browser that asks not to be tracked', () => report(), { DNT: '1' }],
    ['is of a robot', () => report(), { 'User-Agent': 'Googlebot/2.1' }],
  ])('does not prevent the submission and is not counted if it %s', async (_what, carried, headers) => {
    expect(await submit(await carried(), { ...(headers && { headers }) })).toBe(201)
    expect(await sums()).toEqual({ request: 1 })
  })
})
