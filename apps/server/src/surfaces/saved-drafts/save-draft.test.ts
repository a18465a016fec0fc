import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, fileOf, freshEmail, newest, save, saved, told } from '../../../test/saved-draft-case.ts'
import { PNG } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
  await server.load(sampleBundle({ params: { save_and_resume: {} } }))
  await server.load(sampleBundle({ code: 'off' }))
  await server.load(sampleBundle({ code: 'survey', params: { save_and_resume: {}, auth_type: ['SURVEY', 'FREE'] } }))
  await server.load(sampleBundle({ code: 'members', params: { save_and_resume: {}, auth_type: ['SSO'] } }))
  await server.load(sampleBundle({ code: 'robots', params: { save_and_resume: {}, always_captcha: true } }))
  await server.load(sampleBundle({ code: 'short', params: { save_and_resume: { days: 3 } } }))
})
afterAll(() => server.close())

const drafts = () => rowsOf(server, 'select * from saved_drafts where ended is null')
const left = async () => [(await drafts()).length, (await filesIn(server, 'kept')).length, (await filesIn(server, 'quarantine')).length]

describe('saving a draft', () => {
  test('stores the answers as typed and the files, which the link opens', async () => {
    const { key } = await saved(server, { shown: { street: 'Via Roma', depth: 'not a number' }, files: [['a.png', PNG]] })
    const { status, body } = await ask(server, 'open', { key })
    expect([status, body.errors]).toEqual([200, []])
    expect(body.data?.draft).toMatchObject({ code_tag: 'report', shown: { street: 'Via Roma', depth: 'not a number' }, is_changed: false, dropped: [] })
    const [file] = body.data?.draft?.files ?? []
    expect(file).toMatchObject({ property_code: 'photos', name: 'a.png', media_type: 'image/png', size: PNG.length })
    expect(await fileOf(server, { key, id: file?.id })).toEqual({ status: 200, content: PNG })
  })

  test('stores neither an answer nor a file name nor the address in plain text', async () => {
    await saved(server, { email: 'planted@example.org', shown: { street: 'Planted Street' }, files: [['planted-name.png', PNG]] })
    const text = JSON.stringify([await rowsOf(server, 'select * from saved_drafts'), await rowsOf(server, 'select * from saved_draft_mails')])
    for (const word of ['Planted Street', 'planted-name', 'planted@example.org']) expect(text).not.toContain(word)
  })

  test('keeps the draft for 30 days, or for those of the form', async () => {
    const days = async (form: string) => {
      const { body } = await save(server, { form, email: freshEmail() })
      return Math.round((Date.parse(body.data?.expires_at ?? '') - Date.now()) / 86_400_000)
    }
    expect([await days('sample'), await days('short')]).toEqual([30, 3])
  })

  test('a repeated call stores and mails once; with another content it is rejected', async () => {
    const [key, email, shown] = [randomUUID(), freshEmail(), { street: 'Once' }]
    const before = await left()
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(server, { key, email, shown })))
    expect(answers.map(told)).toEqual(Array.from({ length: 5 }, () => [201]))
    expect(told(await save(server, { key, email, shown }))).toEqual([201])
    expect(await left()).toEqual([Number(before[0]) + 1, Number(before[1]) + 1, 0])
    expect(told(await save(server, { key, email, shown: { street: 'Twice' } }))).toEqual([422, 'forms0046'])
  })

  test('a later save of the same page replaces the earlier draft, whose link says so', async () => {
    const [key, email] = [randomUUID(), freshEmail()]
    await save(server, { key, email })
    const first = await newest(server)
    const before = await left()
    expect(told(await save(server, { email, more: { earlier: key } }))).toEqual([201])
    expect(await left()).toEqual(before)
    expect(told(await ask(server, 'open', { key: first.key }))).toEqual([409, 'forms0042 replaced'])
  })

  test('does not replace a draft whose link was opened, because the opener may be another person', async () => {
    const [key, email] = [randomUUID(), freshEmail()]
    await save(server, { key, email })
    const first = await newest(server)
    await ask(server, 'open', { key: first.key })
    await save(server, { email, more: { earlier: key } })
    expect(told(await ask(server, 'open', { key: first.key }))).toEqual([200])
  })

  test('with the key of its link it replaces the content under the same link, without a mail', async () => {
    const { id, key } = await saved(server, { shown: { street: 'Before' } })
    await rowsOf(server, "update saved_drafts set expires_at = now() + interval '1 hour' where id = $1", [id])
    const before = await left()
    const again = await save(server, { shown: { street: 'After' }, files: [], more: { key } })
    expect([again.status, again.body.data?.is_mailed]).toEqual([201, false])
    expect(Date.parse(again.body.data?.expires_at ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    expect(await left()).toEqual([before[0], Number(before[1]) - 1, 0])
    expect((await ask(server, 'open', { key })).body.data?.draft).toMatchObject({ shown: { street: 'After' }, files: [] })
  })
})

describe('a draft is not saved', () => {
  test.each(['off', 'survey', 'members'])('in the form “%s”, whose call answers as an unknown one', async (form) => {
    expect(told(await save(server, { form, email: freshEmail() }))).toEqual([404, 'http_not_found'])
    // Drafts that were saved before the author ended the offer stay; the others were never possible.
    const unknown = form === 'off' ? 'forms0003' : 'http_not_found'
    for (const what of ['open', 'delete', 'file'] as const) expect(told(await ask(server, what, { key: 'x', id: randomUUID() }, form))).toEqual([404, unknown])
  })

  test('without a captcha, where a submission needs one', async () => {
    expect(told(await save(server, { form: 'robots', email: freshEmail() }))).toEqual([422, 'forms0013'])
  })

  test.each<[why: string, status: number, code: string, draft: Parameters<typeof save>[1]]>([
    ['an address that is none', 422, 'forms0020 indirizzo_non_valido', { email: 'nobody' }],
    ['no address', 422, 'forms0020 indirizzo_non_valido', {}],
    ['an unknown step', 400, 'forms0044', { email: 'a@example.org', more: { code_tag: 'nowhere' } }],
    ['a step for members', 400, 'forms0044', { email: 'a@example.org', more: { code_tag: 'closed' } }],
    ['a file for a question without files', 400, 'forms0044', { email: 'a@example.org', files: [['a.png', PNG, 'street']] }],
    ['a file of another type', 415, 'forms0032 png, txt, pdf', { email: 'a@example.org', files: [['a.zip', 'x']] }],
    ['a file whose content is another one', 415, 'forms0032 a.png', { email: 'a@example.org', files: [['a.png', 'text']] }],
    ['an unknown field', 400, 'forms0044', { email: 'a@example.org', more: { other: 'x' } }],
    ['answers that are no object', 400, 'http_malformed', { email: 'a@example.org', more: { form_fields: '[]' } }],
    ['a key of no draft', 404, 'forms0003', { more: { key: 'x'.repeat(43) } }],
  ])('with %s, and leaves nothing', async (_why, status, code, draft) => {
    const before = await left()
    const answer = told(await save(server, draft))
    expect([answer[0], String(answer[1]).split(' ').slice(0, 1).join(' ')]).toEqual([status, code.split(' ')[0]])
    expect(await left()).toEqual(before)
  })

  test('beyond the limit of mails to an address, however many calls run at once', async () => {
    const limit = 5
    await server.load({ settings: [{ code: 'unconfirmed_mails', value: String(limit) }] })
    const before = await left()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(server, { email: 'victim@example.org', headers: { 'X-Forwarded-For': `198.51.100.${n}` } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit)
    expect(answers.filter(({ status }) => status !== 201).map(told)).toEqual(Array.from({ length: 15 }, () => [429, `forms0024 ${limit} 24`]))
    expect(await left()).toEqual([Number(before[0]) + limit, Number(before[1]) + limit, 0])
  })
})
