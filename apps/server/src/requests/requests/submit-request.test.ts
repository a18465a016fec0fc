import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { answersOf, contentOf, filesIn, rowsOf } from '../../../test/traces.ts'
import { WAITING_JOBS } from '../../platform/db/waiting-jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

const send = (body: FormData, code = 'sample') => server.call<SendReceipt>('POST', `/forms/${code}`, { body })

const storedAnswers = async (ticket: string | undefined): Promise<unknown> => (await answersOf(server, ticket)).form_fields

describe('a valid submission', () => {
  test('is stored with its answers, file, confirmation code, mail and job, and gets a ticket', async () => {
    const form = withFiles(sendForm({ street: 'Via Roma 1', depth: 2.5, where: 'road', seen: '2026-01-02' }), ['buca.png', PNG])
    const { status, body } = await send(form)
    expect(body.errors).toEqual([])
    expect(status).toBe(201)
    expect(body.data?.ticket).toMatch(/^T-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(body.data?.summary_html).toBe(`<p>${body.data?.ticket}: Via Roma 1, On the road, 2,5, 02/01/2026</p>`)
    expect(body.data).toMatchObject({ otp: null, notifier_email: 'sportello@localhost.localdomain' })
    const [request] = await rowsOf(server, 'select * from requests where ticket = $1', [body.data?.ticket])
    expect(request).toMatchObject({ state: 'awaiting_confirmation', email: 'anna@example.org', code_tag: 'report', definition_version: 1, auth_type: 'FREE' })
    expect(await storedAnswers(body.data?.ticket)).toEqual({ street: 'Via Roma 1', depth: 2.5, where: 'road', seen: '2026-01-02', channel: 'web' })
    const [attachment] = await rowsOf(server, 'select * from attachments where request_id = $1', [request?.id])
    expect(attachment).toMatchObject({ name: 'buca.png', media_type: 'image/png', size: PNG.length, property_code: 'photos' })
    expect(await contentOf(server, attachment?.id)).toEqual(PNG)
    expect(await filesIn(server, 'quarantine')).toEqual([])
    expect(await rowsOf(server, 'select kind, state from mails where request_id = $1', [request?.id])).toEqual([{ kind: 'validation', state: 'queued' }])
    expect(await rowsOf(server, 'select used_at from verification_codes where request_id = $1', [request?.id])).toEqual([{ used_at: null }])
    expect(await rowsOf(server, `select task from ${WAITING_JOBS} jobs where task = 'send_mail'`)).toHaveLength(1)
  })

  test('keeps every character and line break of its answers', async () => {
    const story = 'Riga 1\r\nRiga 2\t“àèìòù” 😀 𝒜 العربية <b>&amp;</b> {{ ticket }} \\u0000 \u202e $&'
    const { body } = await send(sendForm({ ...ANSWERS, story }))
    expect(await storedAnswers(body.data?.ticket)).toMatchObject({ story })
  })

  test('shows its answers HTML-escaped in the summary, and evaluates no template code in them', async () => {
    const { body } = await send(sendForm({ street: '<b onclick=x>{{ ticket }}</b>{% if 1 %}' }))
    expect(body.data?.summary_html).toBe(`<p>${body.data?.ticket}: &lt;b onclick=x&gt;{{ ticket }}&lt;/b&gt;{% if 1 %}, , , </p>`)
  })

  test('has its hidden questions answered by the server, whatever the client sends for them', async () => {
    const { status, body } = await send(sendForm({ ...ANSWERS, channel: 'forged' }))
    expect(status).toBe(201)
    expect(await storedAnswers(body.data?.ticket)).toEqual({ ...ANSWERS, channel: 'web' })
  })

  test('has its answers converted to the letter case that the author set, before validation and storage', async () => {
    const question = (property_code: string, font_case: string, validation: string) => ({
      type: 'PROPERTY',
      ordering: 1,
      value: { property_code, property_description: 'x', font_case, default_value: { input_type: 'text', validation } },
    })
    await server.load({
      definitions: [
        {
          code_tag: 'cased',
          tag_description: 'x',
          form_params: { auth_type: ['FREE'] },
          form_fields: [question('plate', 'upper', '[A-ZÀ]+'), question('nick', 'lower', '[a-zà]+')],
        },
      ],
      forms: [{ code_form: 'cased', code_tag: 'cased' }],
    })
    const { status, body } = await send(sendForm({ plate: 'abà', nick: 'ABÀ' }, { code_tag: 'cased' }), 'cased')
    expect(status).toBe(201)
    expect(await storedAnswers(body.data?.ticket)).toEqual({ plate: 'ABÀ', nick: 'abà' })
  })

  test('contains the answers of all steps on the visitor’s path', async () => {
    const { body } = await send(sendForm({ onward: 'a', end: 'b' }, { code_tag: 'leaf' }))
    expect(await storedAnswers(body.data?.ticket)).toEqual({ onward: 'a', end: 'b' })
  })

  test('records the version of the form definition that the visitor filled in', async () => {
    await server.load(sampleBundle({ code: 'versions' }))
    await send(sendForm(freshAnswers()), 'versions')
    const next = sampleBundle({ code: 'versions' }) as { definitions: { tag_description: string }[] }
    if (next.definitions[0]) next.definitions[0].tag_description = 'Another question'
    await server.load(next)
    await send(sendForm(freshAnswers()), 'versions')
    const rows = await rowsOf(server, "select definition_version as v from requests where customer_code = 'versions' order by created_at")
    expect(rows).toEqual([{ v: 1 }, { v: 2 }])
  })

  test('gets a one-time code (otp) if the form’s settings enable it', async () => {
    await server.load(sampleBundle({ code: 'coded', params: { otp: true } }))
    const { body } = await send(sendForm(ANSWERS), 'coded')
    expect(body.data?.otp).toMatch(/^\d{6}$/)
    expect(await rowsOf(server, "select otp from requests where customer_code = 'coded'")).toEqual([{ otp: body.data?.otp }])
  })

  test('is stored with the e-mail address as typed, without surrounding white space', async () => {
    const { body } = await send(sendForm(ANSWERS, { email: ' Anna.B+x@Example.org ', confirmed_email: 'Anna.B+x@Example.org' }))
    const [row] = await rowsOf(server, 'select email, person_key from requests where ticket = $1', [body.data?.ticket])
    expect(row).toEqual({ email: 'Anna.B+x@Example.org', person_key: 'email:anna.b@example.org' })
  })
})
