import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailCase } from '../../../test/mail-case.ts'
import { eventually, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { confirmationCode } from './verification-code.ts'

let sink: MailSink
let server: TestServer
let mails: ReturnType<typeof mailCase>
beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: sink.url, MAIL_FROM: 'forms@sportello.example' } })
  mails = mailCase(server, sink)
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'neighbour' }))
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

const put = (method: string, path: string, body: unknown) =>
  server.call<{ left: number }>(method, path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })

async function again(ticket: unknown, form = 'sample') {
  const { status, body } = await put('POST', `/forms/${form}/confirmation`, { ticket })
  return [status, body.data?.left ?? body.errors.map(({ data }) => [data.code, data.params])]
}
const confirm = async (id: string) => (await put('PUT', '/forms/sample', { otp_code: confirmationCode(server.services.config.secretKey, 'sample', id) })).status
const ticketOf = async (id: string) => (await rowsOf(server, 'select ticket from requests where id = $1', [id]))[0]?.ticket
const linksOf = async (id: string) => (await rowsOf(server, "select id from mails where request_id = $1 and kind = 'validation'", [id])).length
/** Moves the timestamps of a request's mails back, so that the mails seem to have been sent a minute ago. */
async function wait(id: string): Promise<void> {
  const queued = () => rowsOf(server, "select id from mails where request_id = $1 and state = 'queued'", [id])
  expect(await eventually(queued, (rows) => rows.length === 0)).toEqual([])
  await rowsOf(server, "update mails set sent_at = now() - interval '1 minute', created_at = now() - interval '1 minute' where request_id = $1", [id])
}

describe('a resent confirmation mail', () => {
  test('contains the same link as the first mail, and the link confirms the request', async () => {
    const { id, email, mail } = await mails.sendAndWait()
    await wait(id)
    const taken = sink.taken.length
    expect(await again(await ticketOf(id))).toEqual([200, 2])
    const [second] = (await sink.until(taken + 1)).slice(taken)
    expect(second?.to).toEqual([email])
    const link = (text: string | undefined) => /http\S+validation\S+/.exec(text ?? '')?.[0]
    expect(link(second?.mail.text)).toBe(link(mail.text))
    expect(second?.mail.messageId).not.toBe(mail.messageId)
    expect(await confirm(id)).toBe(200)
  })

  test('is not queued within a short time after the first mail was sent, not even by parallel calls', async () => {
    const { id } = await mails.sendAndWait()
    const ticket = await ticketOf(id)
    expect(await again(ticket)).toEqual([200, 3])
    await wait(id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => again(ticket)))
    expect(answers).toEqual(Array.from({ length: 12 }, () => [200, 2]))
    expect(await linksOf(id)).toBe(2)
  })

  test('is sent at most three times', async () => {
    const { id } = await mails.sendAndWait()
    const ticket = await ticketOf(id)
    for (const left of [2, 1, 0]) {
      await wait(id)
      const taken = sink.taken.length
      expect(await again(ticket)).toEqual([200, left])
      await sink.until(taken + 1)
    }
    await wait(id)
    expect(await again(ticket)).toEqual([429, [['forms0024', ['3', '48']]]])
    expect(await linksOf(id)).toBe(4)
  })

  test('counts as an unconfirmed mail of its mailbox', async () => {
    const { id } = await mails.sendAndWait()
    await wait(id)
    await rowsOf(server, 'update mailboxes set unconfirmed = 20')
    expect(await again(await ticketOf(id))).toEqual([429, [['forms0024', ['20', '24']]]])
    expect(await linksOf(id)).toBe(1)
    await rowsOf(server, 'delete from mailboxes')
  })
})

describe('POST /forms/:form/confirmation resends no mail', () => {
  test.each([
    ['an unknown ticket', 'NOBODY123'],
    ['a ticket of another form’s', 'foreign'],
    ['SQL', "' or 1=1 --"],
  ])('for %s', async (_what, ticket) => {
    const { id } = await mails.sendAndWait()
    expect(await again(ticket === 'foreign' ? await ticketOf(id) : ticket, ticket === 'foreign' ? 'neighbour' : 'sample')).toEqual([404, [['forms0003', []]]])
    expect(await linksOf(id)).toBe(1)
  })

  test.each(['confirmed', 'expired', 'cancelled', 'out of time'])('for a request that is %s', async (state) => {
    const { id } = await mails.sendAndWait()
    await wait(id)
    if (state === 'confirmed') await confirm(id)
    else if (state === 'out of time') await rowsOf(server, "update requests set expires_at = now() - interval '1 second' where id = $1", [id])
    else await rowsOf(server, 'update requests set state = $2 where id = $1', [id, state])
    expect(await again(await ticketOf(id))).toEqual(state === 'confirmed' ? [409, [['forms0009', []]]] : [410, [['forms0040', []]]])
    expect(await linksOf(id)).toBe(1)
  })

  test.each<[what: string, body: unknown]>([
    ['no ticket', {}],
    ['a ticket that is no text', { ticket: 7 }],
    ['a long one', { ticket: 'x'.repeat(65) }],
    ['an empty one', { ticket: '' }],
    ['more than a ticket', { ticket: 'A', id: 'B' }],
  ])('for a body with an invalid ticket: %s', async (_what, body) => {
    expect((await put('POST', '/forms/sample/confirmation', body)).status).toBeGreaterThanOrEqual(400)
    expect((await put('POST', '/forms/sample/confirmation', body)).status).toBeLessThan(500)
  })
})
