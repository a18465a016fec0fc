import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { PNG, sendForm, withFiles } from '../../../test/send.ts'
import { enter } from '../../../test/sso.ts'
import { MANY_MAILS, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf, tracesOf } from '../../../test/traces.ts'
import { expireRequests } from './expire-requests.ts'

let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(MANY_MAILS)
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'hour', params: { max_period: 1 } }))
  await server.load(sampleBundle({ code: 'nameless', params: { auth_type: ['DATACOLLECTION'] } }))
  await server.load(accessForm({ code: 'known', authTypes: ['SSO'], mappings: [{ client: 'known' }] }))
  other = await startTestServer({ beside: server })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

interface Sending {
  street?: string
  email?: string
  form?: string
  file?: Buffer<ArrayBuffer>
  key?: string
  by?: TestServer
}
async function send({ street = 'Via Po 1', email = 'anna@example.org', form = 'sample', file, key, by = server }: Sending = {}) {
  const body = sendForm({ street }, { email, confirmed_email: email })
  const { status, body: answer } = await by.call<SendReceipt>('POST', `/forms/${form}`, {
    body: file ? withFiles(body, ['a.png', file]) : body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })
  return { told: [status, ...answer.errors.map(({ data }) => data.code)], ticket: answer.data?.ticket }
}
const told = async (sending?: Sending) => (await send(sending)).told
const other16 = Buffer.concat([PNG, Buffer.from([0])])
const REFUSED = [409, 'forms0023']

describe('an identical request from the same mailbox', () => {
  test('is rejected, and no row, file or idempotency key is stored', async () => {
    expect(await told({ file: PNG })).toEqual([201])
    const before = await tracesOf(server)
    expect(await told({ file: PNG })).toEqual(REFUSED)
    expect(await told({ file: PNG, email: ' ANNA@example.org' })).toEqual(REFUSED)
    expect(await told({ file: PNG, key: 'new' })).toEqual(REFUSED)
    expect(await tracesOf(server)).toEqual(before)
    expect(await told({ street: 'Via Arno 2', key: 'new' })).toEqual([201])
  })

  test.each<[what: string, changed: Sending]>([
    ['another answer', { street: 'Via Po 2' }],
    ['another mailbox', { email: 'eva@example.org' }],
    ['another form', { form: 'hour' }],
    ['one more byte in its file', { file: other16 }],
    ['no file', {}],
  ])('is accepted if it has %s, because it is then no longer identical', async (_what, changed) => {
    expect(await told(changed)).toEqual([201])
  })

  test('is accepted after the period for which the form rejects identical requests', async () => {
    expect(await told({ form: 'hour', street: 'a' })).toEqual([201])
    await rowsOf(server, "update request_fingerprints set expires_at = expires_at - interval '59 minutes' where customer_code = 'hour'")
    expect(await told({ form: 'hour', street: 'a' })).toEqual(REFUSED)
    await rowsOf(server, "update request_fingerprints set expires_at = expires_at - interval '61 seconds' where customer_code = 'hour'")
    expect(await told({ form: 'hour', street: 'a' })).toEqual([201])
    expect(await told({ form: 'hour', street: 'a' })).toEqual(REFUSED)
  })

  test.each(['expired', 'cancelled'])('is accepted if the first request is %s', async (state) => {
    const { ticket } = await send({ street: state })
    await rowsOf(server, 'update requests set state = $2 where ticket = $1', [ticket, state])
    expect(await told({ street: state })).toEqual([201])
    expect(await told({ street: state })).toEqual(REFUSED)
  })

  test('is accepted as soon as the first request’s link has expired, unless the mail with the link is still queued', async () => {
    const { ticket } = await send({ street: 'late' })
    await rowsOf(server, "update requests set expires_at = now() - interval '1 second' where ticket = $1", [ticket])
    expect(await told({ street: 'late' })).toEqual(REFUSED)
    await rowsOf(server, "update mails set state = 'sent' where request_id = (select id from requests where ticket = $1)", [ticket])
    expect(await told({ street: 'late' })).toEqual([201])
    expect(await told({ street: 'late' })).toEqual(REFUSED)
  })

  test.each(['processed', 'failed'])('is rejected if the first request is %s', async (state) => {
    const { ticket } = await send({ street: state })
    await rowsOf(server, 'update requests set state = $2 where ticket = $1', [ticket, state])
    expect(await told({ street: state })).toEqual(REFUSED)
  })

  test('gets the first request’s response if it has the first request’s idempotency key', async () => {
    const first = await send({ street: 'k', key: 'k' })
    expect(await send({ street: 'k', key: 'k' })).toEqual(first)
  })

  test.each<[how: string, key: (n: number) => string | undefined]>([
    ['without a key', () => undefined],
    ['each with its own key', (n) => `${n}`],
  ])('is stored only once when two server processes receive it 16 times in parallel %s (idempotency key), in each of ten rounds', async (how, key) => {
    for (let round = 0; round < 10; round++) {
      const sends = Array.from({ length: 16 }, (_, n) => {
        const own = key(n)
        return told({ street: `${how} ${round}`, by: n % 2 ? server : other, ...(own && { key: `${round}-${own}` }) })
      })
      const answers = (await Promise.all(sends)).map((each) => each.join())
      expect(answers.toSorted()).toEqual(['201', ...Array.from({ length: 15 }, () => REFUSED.join())])
      const rows = await openRowsOf(server, 'select * from answers')
      expect(rows.filter(({ form_fields }) => (form_fields as { street: string }).street === `${how} ${round}`)).toHaveLength(1)
    }
    expect(Number((await rowsOf(server, "select count(*) as n from idempotency_keys where key ~ '^\\d+-'"))[0]?.n)).toBe(how === 'without a key' ? 0 : 10)
  })
})

test('identical requests of people without an e-mail address and without a session are all stored', async () => {
  expect(await told({ form: 'nameless' })).toEqual([201])
  expect(await told({ form: 'nameless' })).toEqual([201])
})

test('an identical request that the same person sends in another session is rejected', async () => {
  const sendAs = async () => {
    const body = new FormData()
    const code = (await enter(server, 'known', { client: 'known' })) ?? ''
    for (const [name, value] of Object.entries({ code_tag: 'ask', form_fields: '{"subject":"x"}', otp_code: code })) body.append(name, value)
    return (await server.call('POST', '/forms/known', { body })).status
  }
  expect([await sendAs(), await sendAs()]).toEqual([201, 409])
})

test('expired fingerprints, by which identical requests are recognised, are deleted', async () => {
  await rowsOf(server, "update request_fingerprints set expires_at = now() - interval '1 second' where customer_code = 'sample'")
  await expireRequests(server.services)
  expect((await rowsOf(server, 'select distinct customer_code from request_fingerprints order by 1')).map((row) => row.customer_code)).toEqual([
    'hour',
    'known',
  ])
})
