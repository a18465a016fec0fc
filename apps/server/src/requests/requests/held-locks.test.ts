import { randomUUID } from 'node:crypto'
import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside, crossed, deadlocks, deadlocksAfter, waitForLock } from '../../../test/crossed.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { MANY_MAILS, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, waitingTasks } from '../../../test/traces.ts'
import { confirmationCode } from './verification-code.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(MANY_MAILS)
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'limited', params: { max_requests: 100 } }))
  // Reads the forms once, so that the server caches them. The submissions in this test then need no table that the test
  // locks.
  for (const code of ['sample', 'limited']) await server.call('GET', `/forms/${code}`)
})
afterAll(() => server.close())

const sendTo = (form: string, key: string, email: string, fields = freshAnswers()) =>
  server.call<SendReceipt>('POST', `/forms/${form}`, {
    body: sendForm(fields, { email, confirmed_email: email }),
    headers: { 'Idempotency-Key': key },
  })
const stored = async () => Number((await rowsOf(server, 'select count(*) as n from requests'))[0]?.n)

describe('a locked table', () => {
  test('makes the server reject 64 submissions with 503; each of them is stored exactly once when it is repeated', { timeout: 60_000 }, async () => {
    const before = await stored()
    const keys = Array.from({ length: 64 }, () => ({ key: randomUUID(), fields: freshAnswers() }))
    const sends = () => Promise.all(keys.map(({ key, fields }) => sendTo('sample', key, 'held@example.org', fields)))
    const refused = await beside(server, async (client) => {
      await client.query('lock table requests in access exclusive mode')
      const waiting = sends()
      expect(await waitForLock(server, 200)).toBeGreaterThan(0)
      // The submissions leave connections to all other calls.
      for (const path of ['/health/live', '/health/ready']) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
      return waiting
    })
    for (const { status, headers, body } of refused) expect([status, headers.has('retry-after'), body.errors[0]?.data.code]).toEqual([503, true, 'forms0002'])
    expect(await stored()).toBe(before)
    // A busy machine may refuse some of them once more, as browsers expect: they repeat those too.
    const repeated = await eventually(sends, (answers) => answers.every(({ status }) => status === 201))
    expect(repeated.map(({ status }) => status)).toEqual(keys.map(() => 201))
    expect(await stored()).toBe(before + 64)
  })
})

describe('a transaction that runs into a deadlock', () => {
  const mailbox = "insert into mailboxes (mailbox_hash, unconfirmed, ends_at) values (sha256(convert_to('email:' || $1, 'UTF8')), 1, now() + interval '1 day')"
  test.each(['sample', 'limited'])('and submits a request to %s is rolled back, retried, and stores the request exactly once', async (form) => {
    const [key, email, before, ended] = [randomUUID(), `${form}-crossed@example.org`, await stored(), await deadlocks(server)]
    const { status } = await crossed(server, [mailbox, [email]], () => sendTo(form, key, email), [
      "insert into idempotency_keys (customer_code, key, payload_hash, answer) values ($1, $2, '', '{}')",
      [form, key],
    ])
    expect(status).toBe(201)
    expect(await stored()).toBe(before + 1)
    expect(await deadlocksAfter(server, ended)).toBeGreaterThan(ended)
  })

  test('and confirms a request is rolled back, retried, and confirms the request exactly once', async () => {
    const email = 'confirms@example.org'
    const sent = await sendTo('sample', randomUUID(), email)
    const [row] = await rowsOf(server, 'select id from requests where ticket = $1', [sent.body.data?.ticket])
    const confirm = () =>
      server.call('PUT', '/forms/sample', {
        body: JSON.stringify({ otp_code: confirmationCode(server.services.config.secretKey, 'sample', String(row?.id)) }),
        headers: { 'content-type': 'application/json' },
      })
    const { status } = await crossed(
      server,
      ["update mailboxes set unconfirmed = 2 where mailbox_hash = sha256(convert_to('email:' || $1, 'UTF8'))", [email]],
      confirm,
      ['select from requests where id = $1 for update', [row?.id]],
    )
    expect(status).toBe(200)
    expect((await confirm()).body.errors[0]?.data.code).toBe('forms0009')
    expect(await waitingTasks(server, row?.id)).toHaveLength(1)
  })
})
