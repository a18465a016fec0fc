import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'neighbour' }))
  await server.load(sampleBundle({ code: 'one', params: { max_requests: 1, max_period: 24 } }))
})
afterAll(() => server.close())

let person = 0
const body = (street: string, name = `anna${++person}@example.org`) => sendForm({ street }, { email: name, confirmed_email: name })

async function send(key: string, form: FormData, code = 'sample') {
  const headers = { 'X-Api-Key': 'test-key', 'Idempotency-Key': key, 'Accept-Language': 'it' }
  const response = await fetch(`${server.url}/forms-service/rs/v2/forms/${code}`, { method: 'POST', headers, body: form })
  const text = await response.text()
  return {
    status: response.status,
    text,
    data: JSON.parse(text) as { data: SendReceipt | null; errors: { data: { code: string; field?: string } }[] },
    headers: response.headers,
  }
}
const requestsOf = async (ticket: string | undefined) => rowsOf(server, 'select 1 from requests where ticket = $1', [ticket])

describe('a submission with an idempotency key', () => {
  test('gets the same response, byte for byte, when it is repeated, and is stored only once', async () => {
    const first = await send('key-1', withFiles(body('a', 'anna@example.org'), ['a.png', PNG]))
    expect(first.status).toBe(201)
    const before = await tracesOf(server)
    const again = await send('key-1', withFiles(body('a', 'anna@example.org'), ['a.png', PNG]))
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await tracesOf(server)).toEqual(before)
  })

  test.each<[why: string, other: () => FormData]>([
    ['another answer', () => withFiles(body('b', 'anna@example.org'), ['a.png', PNG])],
    ['another address', () => withFiles(body('a', 'eva@example.org'), ['a.png', PNG])],
    ['another file', () => withFiles(body('a', 'anna@example.org'), ['a.txt', 'x'])],
    ['another name of the file', () => withFiles(body('a', 'anna@example.org'), ['b.png', PNG])],
    ['no file', () => body('a', 'anna@example.org')],
  ])('is rejected with forms0046 when it is repeated with %s, and stores nothing', async (_why, other) => {
    const before = await tracesOf(server)
    const answer = await send('key-1', other())
    expect([answer.status, answer.data.errors.map(({ data }) => data.code)]).toEqual([422, ['forms0046']])
    expect(await tracesOf(server)).toEqual(before)
  })

  test.each([1, 2, 3])('is stored only once, with one ticket, if it is sent 16 times in parallel (round %i)', async (round) => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => send(`parallel-${round}`, withFiles(body('a', `p${round}@example.org`), ['a.png', PNG]))),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await requestsOf(answers[0]?.data.data?.ticket)).toHaveLength(1)
    expect(await filesIn(server, 'quarantine')).toEqual([])
  })

  test('is stored exactly once if it is sent 16 times in parallel, even on a form that allows one request per person', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => send('limited', body('a', 'limited@example.org'), 'one')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
  })

  test('leaves exactly one stored file for each row of the attachments table', async () => {
    const [row] = await rowsOf(server, 'select count(*) as n from attachments')
    expect(await filesIn(server, 'kept')).toHaveLength(Number(row?.n))
  })

  test('does not conflict with a submission to another customer with the same key', async () => {
    const form = () => body('a', 'both@example.org')
    const [here, there] = [await send('shared', form()), await send('shared', form(), 'neighbour')]
    expect([here.status, there.status]).toEqual([201, 201])
    expect(here.data.data?.ticket).not.toBe(there.data.data?.ticket)
  })

  test('can be corrected after it was rejected, and sent again with the same key', async () => {
    expect((await send('second-try', body('x'.repeat(60), 'again@example.org'))).status).toBe(422)
    expect((await send('second-try', body('x', 'again@example.org'))).status).toBe(201)
  })

  test('can be sent again with the same key after 24 hours', async () => {
    const form = () => body('a', 'day@example.org')
    const first = await send('day', form())
    await rowsOf(server, "update idempotency_keys set created_at = now() - interval '23 hours 59 minutes' where key = 'day'")
    expect((await send('day', form())).text).toBe(first.text)
    await rowsOf(server, "update idempotency_keys set created_at = now() - interval '24 hours 1 minute' where key = 'day'")
    await rowsOf(server, "update request_fingerprints set expires_at = now() - interval '1 minute'")
    const next = await send('day', form())
    expect(next.status).toBe(201)
    expect(next.data.data?.ticket).not.toBe(first.data.data?.ticket)
    expect((await send('day', form())).text).toBe(next.text)
  })
})

describe('the header Idempotency-Key', () => {
  test.each<[key: string, valid: boolean, why: string]>([
    ['a', true, 'one character'],
    ['a'.repeat(255), true, '255 characters'],
    ['a'.repeat(256), false, '256 characters'],
    ['', false, 'nothing'],
    ['a b', false, 'a blank'],
    ['caf\u00e9', false, 'a letter outside ASCII'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', true, 'a UUID'],
    ['"quoted"', true, 'as the draft standard writes it'],
    ["'; drop table requests; --", false, 'SQL has blanks'],
    ["';drop/**/table/**/requests", true, 'SQL without blanks is a key like any other'],
  ])('is valid with the value %j: %j (%s)', async (key, valid) => {
    const answer = await send(key, body('a'))
    expect(answer.status).toBe(valid ? 201 : 400)
    if (!valid) expect(answer.data.errors[0]?.data).toMatchObject({ code: 'http_malformed', field: 'Idempotency-Key' })
    expect(await filesIn(server, 'quarantine')).toEqual([])
  })
})
