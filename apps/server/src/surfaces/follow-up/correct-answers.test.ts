import { randomUUID } from 'node:crypto'
import { type Correction, type FollowUp, FURTHER_FILES, type ShownRequest } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCorrectionCase } from '../../../test/correction-case.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { PNG } from '../../../test/send.ts'
import { answersOf, filesIn, openRowsOf, rowsOf } from '../../../test/traces.ts'
import { encryptPlainFollowUps } from '../../requests/follow-up/jobs.ts'

let on: Awaited<ReturnType<typeof startCorrectionCase>>
let anna = ''
beforeAll(async () => {
  on = await startCorrectionCase()
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await on.clear()
  anna = await on.newRequest('anna')
})

const detail = async () => (await on.call<ShownRequest>('GET', `/requests/${anna}`)).body.data as ShownRequest
const shown = async (cookie: string) => (await on.followUp('GET', '', { cookie })).body.data as FollowUp

describe('a correction', () => {
  test('is asked for, made with the form’s own questions, and seen by the desk with what was there before', async () => {
    const asked = await on.askFor(anna, ['street', 'where'])
    const cookie = await on.open(anna)
    const [message] = (await shown(cookie)).messages
    expect(message).toMatchObject({ kind: 'correction', properties: ['street', 'where'], labels: ['Label of street', 'Label of where'], is_open: true })
    // The answers are shown only after the mailed code.
    expect((await on.followUp('GET', `/messages/${asked}/correction`, { cookie })).status).toBe(403)
    expect((await on.correct(asked, cookie, { street: 'Via Nuova 2' })).status).toBe(403)
    const wide = await on.openWide(anna)
    const { body } = await on.followUp<Correction>('GET', `/messages/${asked}/correction`, { cookie: wide })
    const visible = body.data?.fields.filter(({ hidden }) => !hidden)
    expect(visible).toMatchObject([
      { type: 'PROPERTY', required: true, value: { property_code: 'street', default_value: { input_type: 'text', default: 'Via Roma 1' } } },
      { value: { property_code: 'where', default_value: { input_type: 'select' } } },
    ])
    // The question `channel`, which the form hides, may have an answer from a session.
    expect(JSON.stringify(body)).not.toContain('channel')
    const sent = await on.correct(asked, wide, { street: 'Via Nuova 2', where: 'path' }, { text: 'Scusate' })
    expect([sent.status, sent.body.data?.messages.map(({ kind, is_open, reply_to }) => [kind, is_open, reply_to])]).toEqual([
      201,
      [
        ['correction', false, null],
        ['correction', false, asked],
      ],
    ])
    expect(JSON.stringify(sent.body)).not.toMatch(/Via (Roma|Nuova)/)
    const seen = await detail()
    expect(seen.answers).toContainEqual({ code: 'street', label: 'Label of street', text: 'Via Nuova 2' })
    expect(seen.follow_up.messages.at(-1)).toMatchObject({
      sender: 'requester',
      text: 'Scusate',
      unread: true,
      changes: [
        { code: 'street', label: 'Label of street', before: 'Via Roma 1', after: 'Via Nuova 2' },
        { code: 'where', label: 'Label of where', before: '', after: 'On the path' },
      ],
    })
    // What the visitor cannot answer stays as it was.
    expect(await answersOf(on.server, anna)).toMatchObject({ form_fields: { street: 'Via Nuova 2', where: 'path', channel: 'web' } })
  })

  test.each<[what: string, asked: string[], subject: RegExp, button: RegExp]>([
    ['a correction', ['street'], /^Una correzione per la tua richiesta /, /Correggi le risposte/],
    ['a correction and files', [FURTHER_FILES, 'street'], /^Una correzione per la tua richiesta /, /Correggi le risposte/],
    ['files', [FURTHER_FILES], /^Un allegato per la tua richiesta /, /Manda i file/],
    ['an answer', [], /^Una domanda sulla tua richiesta /, /Leggi la domanda/],
  ])('and everything else that the desk asks for is named by the mail: %s', async (_what, asked, subject, button) => {
    await on.askFor(anna, asked)
    const mail = await eventually(
      async () => (await openRowsOf(on.server, "select * from mails where kind = 'question' order by created_at desc"))[0],
      (row) => row?.state === 'kept',
    )
    expect([mail?.subject, mail?.text_body]).toEqual([expect.stringMatching(subject), expect.stringMatching(button)])
    expect(mail?.text_body).toContain(`/ours/follow-up?locale=it#key=${await on.keyOf(anna)}`)
  })

  test('is encrypted, exported with the person’s data, and erased with the request', async () => {
    const asked = await on.askFor(anna, ['street'])
    await on.correct(asked, await on.openWide(anna), { street: 'Via Segreta 9' })
    const [row] = await rowsOf(on.server, 'select changes, body from request_messages where reply_to is not null')
    expect(row).toMatchObject({ changes: expect.stringMatching(/^sealed1\./), body: expect.stringMatching(/^sealed1\./) })
    const [open] = await openRowsOf(on.server, 'select customer_code, request_id, id, changes from request_messages where reply_to is not null')
    await rowsOf(on.server, 'update request_messages set changes = $1 where reply_to is not null', ['[{"code":"street","before":"a","after":"b"}]'])
    expect(await encryptPlainFollowUps(on.server.services)).toBe(1)
    expect((await rowsOf(on.server, 'select changes from request_messages where reply_to is not null'))[0]?.changes).toMatch(/^sealed1\./)
    expect((await detail()).follow_up.messages.at(-1)?.changes).toEqual([{ code: 'street', label: 'Label of street', before: 'a', after: 'b' }])
    expect(open?.id).toBeDefined()
    const person = await on.call<{ requests: { follow_up: { messages: object[] } }[] }>('POST', '/personal-data/search', 'all', {
      body: { email: 'anna@example.org' },
    })
    expect(JSON.stringify(person.body.data)).toContain('"changes":[{"code":"street","before":"a","after":"b"}]')
  })

  test('is found by its new tax code and words, and not by the old ones', async () => {
    await on.searchBy(['street'])
    const found = async (q: string) => (await on.list(`q=${encodeURIComponent(q)}&form=ours`))?.items.map(({ ticket }) => ticket)
    const asked = await on.askFor(anna, ['street'])
    const cookie = await on.openWide(anna)
    const first = await on.correct(asked, cookie, { street: 'RSSMRA85T10A562S' })
    expect(first.status).toBe(201)
    expect(await found('RSSMRA85T10A562S')).toEqual([anna])
    expect(await rowsOf(on.server, 'select from tax_codes')).toHaveLength(1)
    await on.correct(await on.askFor(anna, ['street']), cookie, { street: 'Via Cambiata' })
    expect(await found('Cambiata')).toEqual([anna])
    expect(await found('RSSMRA85T10A562S')).toEqual([])
    expect(await rowsOf(on.server, 'select from tax_codes')).toEqual([])
  })

  test('changes nothing when it is repeated, and is refused when the message was answered', async () => {
    const asked = await on.askFor(anna, ['street'])
    const cookie = await on.openWide(anna)
    const id = randomUUID()
    for (let time = 0; time < 3; time++) expect((await on.correct(asked, cookie, { street: 'Via Due' }, { id })).status).toBe(201)
    expect((await on.correct(asked, cookie, { street: 'Via Tre' })).status).toBe(409)
    expect(await answersOf(on.server, anna)).toMatchObject({ form_fields: { street: 'Via Due' } })
    expect(await rowsOf(on.server, "select from request_messages where sender = 'requester'")).toHaveLength(1)
  })

  test('is stored once when it is sent twice at once, and two corrections do not undo each other', async () => {
    const first = await on.askFor(anna, ['street'])
    const second = await on.askFor(anna, ['where'])
    const cookie = await on.openWide(anna)
    const twice = await Promise.all(['Via Due', 'Via Tre', 'Via Quattro'].map((street) => on.correct(first, cookie, { street })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const third = await on.askFor(anna, ['street'])
    const both = await Promise.all([on.correct(second, cookie, { where: 'road' }), on.correct(third, cookie, { street: 'Via Ultima' })])
    const { form_fields } = (await answersOf(on.server, anna)) as { form_fields: Record<string, unknown> }
    expect([form_fields.where === 'road', form_fields.street === 'Via Ultima']).toEqual(both.map(({ status }) => status === 201))
    expect(both.some(({ status }) => status === 201)).toBe(true)
  })

  test('may leave out an answer that is not required', async () => {
    const asked = await on.askFor(anna, ['where'])
    const cookie = await on.openWide(anna)
    await on.correct(asked, cookie, { where: 'road' })
    const again = await on.correct(await on.askFor(anna, ['where']), cookie, {})
    expect(again.status).toBe(201)
    expect((await detail()).follow_up.messages.at(-1)?.changes).toEqual([{ code: 'where', label: 'Label of where', before: 'On the road', after: '' }])
  })
})

describe('further files', () => {
  test('are sent without the mailed code, and the desk can open them', async () => {
    const asked = await on.askFor(anna, [FURTHER_FILES])
    const cookie = await on.open(anna)
    const { body } = await on.followUp<Correction>('GET', `/messages/${asked}/correction`, { cookie })
    expect(body.data?.fields).toMatchObject([{ required: true, value: { property_code: FURTHER_FILES, property_description: 'Altri file' } }])
    expect(JSON.stringify(body)).not.toContain('Via Roma')
    const sent = await on.correct(asked, cookie, {}, { files: [['bolletta.png', PNG, FURTHER_FILES]] })
    expect([sent.status, sent.body.data?.messages.at(-1)?.files.map(({ name }) => name)]).toEqual([201, ['bolletta.png']])
    const seen = await detail()
    const file = seen.attachments.find(({ name }) => name === 'bolletta.png')
    expect(file).toMatchObject({ property: FURTHER_FILES, media_type: 'image/png', size: PNG.length })
    const content = await on.download(`/requests/${anna}/attachments/${file?.id}`)
    expect(Buffer.from(await content.arrayBuffer()).equals(PNG)).toBe(true)
    expect(seen.follow_up.messages.at(-1)).toMatchObject({ kind: 'file', files: [{ name: 'bolletta.png' }], changes: [] })
  })

  test('of a question of the form follow its rules', async () => {
    const asked = await on.askFor(anna, ['photos'])
    const cookie = await on.open(anna)
    const refused = await on.correct(asked, cookie, {}, { files: [['a.docx', 'not a document', 'photos']] })
    expect([refused.status, refused.body.errors?.[0]?.data.code]).toEqual([415, 'forms0032'])
    expect(await filesIn(on.server, 'quarantine')).toEqual([])
    expect((await on.correct(asked, cookie, {}, { files: [['a.png', PNG, 'photos']] })).status).toBe(201)
    expect((await detail()).answers).toContainEqual(expect.objectContaining({ code: 'photos', text: expect.stringContaining('a.png') }))
  })
})
