import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { enter } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf, tracesOf } from '../../../test/traces.ts'
import { confirmationCode } from './verification-code.ts'

const MAILS = 5
let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
  await server.load({ settings: [{ code: 'unconfirmed_mails', value: String(MAILS) }] })
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'limited', params: { max_requests: 100, max_period: 24 } }))
  await server.load(sampleBundle({ code: 'robot', params: { auth_type: ['AUTORESPONDER'], opens_ticket: false } }))
  other = await startTestServer({ beside: server, env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

let addresses = 0
async function send(email: string, { form = 'sample', key, by = server }: { form?: string; key?: string; by?: TestServer } = {}) {
  const { status, body } = await by.call<{ ticket: string }>('POST', `/forms/${form}`, {
    body: sendForm(freshAnswers(), { email, confirmed_email: email }),
    headers: { 'X-Forwarded-For': `198.51.100.${addresses++ % 250}`, ...(key && { 'Idempotency-Key': key }) },
  })
  return { told: [status, ...body.errors.map(({ data }) => [data.code, data.params])], ticket: body.data?.ticket }
}
const REFUSED = [429, ['forms0024', [String(MAILS), '24']]]
const mailsTo = (email: string) => rowsOf(server, 'select kind from mails where recipient = $1', [email])

describe('a mailbox whose owner confirms no request', () => {
  test('gets at most the limit of confirmation mails per day, counted across all senders, contents and two server processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => send('victim@example.org', { by: n % 2 ? server : other, ...(n % 3 === 0 && { key: `victim-${n}` }) })),
    )
    expect(answers.filter(({ told }) => told[0] === 201)).toHaveLength(MAILS)
    expect(answers.filter(({ told }) => told[0] !== 201).map(({ told }) => told)).toEqual(Array.from({ length: 100 - MAILS }, () => REFUSED))
    expect(await mailsTo('victim@example.org')).toHaveLength(MAILS)
  })

  test('gets no mail from a submission beyond the limit, and nothing of that submission is stored', async () => {
    const counted = () => rowsOf(server, 'select * from mailboxes order by mailbox_hash')
    const [before, mails] = [await tracesOf(server), await counted()]
    expect((await send('victim@example.org', { key: 'refused' })).told).toEqual(REFUSED)
    expect([await tracesOf(server), await counted()]).toEqual([before, mails])
    expect(await rowsOf(server, "select 1 from idempotency_keys where key = 'refused'")).toEqual([])
  })

  test('gets no mail from a submission beyond the limit, and the rejection closes no database connection', async () => {
    const backends = async () =>
      (await rowsOf(server, 'select pid from pg_stat_activity where datname = current_database() and usename is not null order by pid')).map(({ pid }) => pid)
    const before = await backends()
    for (let n = 0; n < 3; n++) expect((await send('victim@example.org')).told).toEqual(REFUSED)
    expect(await backends()).toEqual(before)
  })

  test('counts as the same mailbox in every spelling of its address and in every form', async () => {
    expect((await send('Victim+more@Example.org')).told).toEqual(REFUSED)
    for (const form of ['robot', 'limited']) expect((await send('victim@example.org', { form })).told).toEqual(REFUSED)
    expect((await send('somebody.else@example.org')).told).toEqual([201])
  })

  test('is counted if the visitor types its address, but not if the session contains the address', async () => {
    await server.load(accessForm({ code: 'members', authTypes: ['SSO'], mappings: [{ client: 'members' }] }))
    const sendIn = async (known: { email?: string }) => {
      const code = await enter(server, 'members', { client: 'members', email: undefined, ...known })
      const body = sendForm({ subject: code }, { code_tag: 'ask', otp_code: code, email: 'target@example.org', confirmed_email: 'target@example.org' })
      const answer = await server.call('POST', '/forms/members', { body })
      return [answer.status, ...answer.body.errors.map(({ data }) => [data.code, data.params])]
    }
    const told = []
    for (let n = 0; n <= MAILS; n++) told.push(await sendIn({}))
    expect(told).toEqual([...Array(MAILS).fill([201]), REFUSED])
    expect(await sendIn({ email: 'target@example.org' })).toEqual([201])
  })

  test('gets confirmation mails again after a day', async () => {
    await rowsOf(server, "update mailboxes set ends_at = now() - interval '1 second'")
    expect((await send('victim@example.org')).told).toEqual([201])
  })
})

test('a mailbox gets confirmation mails again as soon as its owner has confirmed a request', async () => {
  const sent = []
  for (let n = 0; n < MAILS; n++) sent.push(await send('reader@example.org'))
  expect((await send('reader@example.org')).told).toEqual(REFUSED)
  const [request] = await rowsOf(server, 'select id from requests where ticket = $1', [sent[0]?.ticket])
  const code = confirmationCode(server.services.config.secretKey, 'sample', String(request?.id))
  expect(
    (await server.call('PUT', '/forms/sample', { body: JSON.stringify({ otp_code: code }), headers: { 'Content-Type': 'application/json' } })).status,
  ).toBe(200)
  expect((await send('reader@example.org')).told).toEqual([201])
})
