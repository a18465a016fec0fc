import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

let sink: MailSink
let server: TestServer
beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: sink.url } })
  const question = (ordering: number, type: string, property_code: string, input_type: string, hidden = false) => ({
    type,
    ordering,
    hidden,
    value: { property_code, property_description: property_code, default_value: { input_type } },
  })
  await server.load({
    definitions: [
      {
        code_tag: 'collect',
        tag_description: 'x',
        form_params: { auth_type: ['DATACOLLECTION'], form_title: 'Collection', ticket_prefix: 'D-' },
        form_fields: [question(1, 'PROPERTY', 'other', 'email'), question(2, 'EMAIL', 'mail', 'email'), question(3, 'PROPERTY', 'note', 'text')],
      },
    ],
    forms: [{ code_form: 'collect', code_tag: 'collect' }],
  })
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

function send(answers: Record<string, unknown>, more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ code_tag: 'collect', form_fields: JSON.stringify(answers), ...more })) form.append(name, value)
  return server.call<SendReceipt>('POST', '/forms/collect', { body: form })
}

const requestOf = async (ticket: string | undefined) => (await rowsOf(server, 'select * from requests where ticket = $1', [ticket]))[0]
const processed = (ticket: string | undefined) =>
  eventually(
    () => requestOf(ticket),
    (row) => row?.state === 'processed',
  )
const mailsOf = (id: unknown) => rowsOf(server, 'select kind, recipient from mails where request_id = $1', [id])

describe('a data collection form', () => {
  test('stores a confirmed request, returns a ticket and sends no confirmation mail', async () => {
    const { status, body } = await send({ note: 'x', other: 'eva@example.org' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ticket: expect.stringMatching(/^D-/), notifier_email: null })
    const row = await processed(body.data?.ticket)
    expect(row).toMatchObject({ state: 'processed', auth_type: 'DATACOLLECTION', email: null, expires_at: null, opens_ticket: true })
    expect(row?.confirmed_at).toBeInstanceOf(Date)
    expect(await mailsOf(row?.id)).toEqual([])
    expect(await rowsOf(server, 'select 1 from verification_codes')).toEqual([])
  })

  test('sends a success mail without a link to the address in the EMAIL question, if it is answered', async () => {
    const { body } = await send({ mail: 'anna@example.org', note: 'x' })
    const row = await processed(body.data?.ticket)
    expect(await mailsOf(row?.id)).toEqual([{ kind: 'success', recipient: 'anna@example.org' }])
    const [taken] = await sink.until(1)
    expect(taken?.to).toEqual(['anna@example.org'])
    expect(taken?.mail.subject).toContain(body.data?.ticket)
    expect(taken?.raw).not.toContain('validation?code=')
  })

  test('needs no e-mail address, and ignores one that is sent in addition to the answers', async () => {
    const { status, body } = await send({ note: 'x' }, { email: 'victim@example.org', confirmed_email: 'victim@example.org' })
    expect(status).toBe(201)
    const row = await processed(body.data?.ticket)
    expect(row?.email).toBeNull()
    expect(await mailsOf(row?.id)).toEqual([])
  })

  test('rejects an answer to an EMAIL question that is not an e-mail address', async () => {
    const { status, body } = await send({ mail: 'anna@example.org\r\nBcc: eva@example.org' })
    expect([status, body.errors[0]?.data.code, body.errors[0]?.data.field]).toEqual([422, 'forms0043', 'mail'])
  })
})
