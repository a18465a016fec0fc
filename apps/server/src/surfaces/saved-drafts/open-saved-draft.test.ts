import { randomUUID } from 'node:crypto'
import type { OpeningDraft } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, fileOf, freshEmail, save, saved, told } from '../../../test/saved-draft-case.ts'
import { freshAnswers, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'

const SECRET = 'Via dei Segreti 12'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load({
    settings: [
      { code: 'calls_per_minute', value: '1000000' },
      { code: 'unconfirmed_mails', value: '1000' },
    ],
  })
  for (const code of ['sample', 'other']) await server.load(sampleBundle({ code, params: { save_and_resume: {} } }))
  await server.load(sampleBundle({ code: 'word', params: { save_and_resume: { second_factor: 'word' } } }))
  await server.load(sampleBundle({ code: 'phone', params: { save_and_resume: { second_factor: 'phone' } } }))
})
afterAll(() => server.close())

const fileId = async (id: string) => String((await rowsOf(server, 'select id from saved_draft_files where draft_id = $1', [id]))[0]?.id)

/** Calls every endpoint with a key, and returns what each one answered, as text. */
async function tryAll(key: string, file: string, form = 'sample'): Promise<string[]> {
  const opened = await ask(server, 'open', { key }, form)
  const read = await fileOf(server, { key, id: file }, form)
  const again = await save(server, { form, shown: { street: 'Taken' }, more: { key } })
  const gone = await ask(server, 'delete', { key }, form)
  return [JSON.stringify(opened), `${read.status} ${read.content}`, JSON.stringify(again), JSON.stringify(gone)]
}

describe('each call with a link', () => {
  const links: Record<string, () => Promise<{ key: string; file: string; form?: string }>> = {
    'of no draft': async () => ({ key: 'A'.repeat(43), file: randomUUID() }),
    'that is empty': async () => ({ key: '', file: randomUUID() }),
    'of another customer': async () => {
      const { id, key } = await saved(server, { shown: { street: SECRET } })
      return { key, file: await fileId(id), form: 'other' }
    },
    'that has expired': async () => {
      const { id, key } = await saved(server, { shown: { street: SECRET } })
      const file = await fileId(id)
      await rowsOf(server, 'update saved_drafts set expires_at = now() where id = $1', [id])
      return { key, file }
    },
    'that was used': async () => {
      const { id, key } = await saved(server, { shown: { street: SECRET } })
      const file = await fileId(id)
      const body = sendForm(freshAnswers(), { saved_draft: key })
      expect((await server.call('POST', '/forms/sample', { body, headers: { 'Idempotency-Key': randomUUID() } })).status).toBe(201)
      return { key, file }
    },
    'that was deleted': async () => {
      const { id, key } = await saved(server, { shown: { street: SECRET } })
      const file = await fileId(id)
      expect((await ask<{ deleted: boolean }>(server, 'delete', { key })).body.data).toEqual({ deleted: true })
      return { key, file }
    },
  }
  test.each(Object.entries(links))('%s gives nothing and changes nothing', async (_name, make) => {
    const { key, file, form } = await make()
    const before = JSON.stringify(await rowsOf(server, 'select id, content, ended from saved_drafts order by id'))
    const answers = await tryAll(key, file, form)
    for (const answer of answers) {
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toContain('a.png')
      expect(answer).toMatch(/"success":false/)
    }
    expect(JSON.stringify(await rowsOf(server, 'select id, content, ended from saved_drafts order by id'))).toBe(before)
  })

  test('of another draft reads no file of this one', async () => {
    const [one, two] = [await saved(server), await saved(server)]
    expect((await fileOf(server, { key: one.key, id: await fileId(two.id) })).status).toBe(404)
    expect((await fileOf(server, { key: one.key, id: await fileId(one.id) })).status).toBe(200)
  })

  test('says in words that it has expired, was used, or is unknown; one of another customer is unknown', async () => {
    const answer = async (name: string) => {
      const { key, form } = (await links[name]?.()) ?? { key: '' }
      return told(await ask(server, 'open', { key }, form))
    }
    expect(await answer('that has expired')).toEqual([410, 'forms0040'])
    expect(await answer('that was used')).toEqual([409, 'forms0042 used'])
    expect(await answer('that was deleted')).toEqual([409, 'forms0042 deleted'])
    expect([await answer('of another customer'), await answer('of no draft')]).toEqual(Array(2).fill([404, 'forms0003']))
  })

  test('whose customer’s encryption keys were destroyed opens nothing', async () => {
    await server.load(sampleBundle({ code: 'gone', params: { save_and_resume: {} } }))
    const { key } = await saved(server, { form: 'gone' })
    await server.services.customerKeys.destroy('gone')
    expect(told(await ask(server, 'open', { key }, 'gone'))).toEqual([404, 'forms0003'])
  })

  test('is not guessed: of 2,000 random keys none opens a draft', async () => {
    await saved(server)
    let opened = 0
    for (let batch = 0; batch < 20; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => ask(server, 'open', { key: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url') })),
      )
      opened += answers.filter(({ status }) => status !== 404).length
    }
    expect(opened).toBe(0)
  })
})

test('guesses are limited to few calls a minute, because each counts as ten', async () => {
  await server.load({ settings: [{ code: 'calls_per_minute', value: '300' }] })
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(server, 'open', { key: 'x' })))
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
  expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(30)
})

describe('the second factor', () => {
  const opening = (data: OpeningDraft | null) => ({ isOpen: data?.draft !== null, kind: data?.second_factor, left: data?.tries_left })
  const open = async (form: string, key: string, second_factor?: string) => opening((await ask(server, 'open', { key, second_factor }, form)).body.data)

  test('is a word that is compared without case and spaces around it', async () => {
    const { key } = await saved(server, { form: 'word', more: { second_factor: ' Girasole ' } })
    expect(await open('word', key)).toEqual({ isOpen: false, kind: 'word', left: 10 })
    expect(await open('word', key, 'girasoli')).toEqual({ isOpen: false, kind: 'word', left: 9 })
    expect(await open('word', key, 'GIRASOLE')).toEqual({ isOpen: true, kind: 'word', left: null })
    expect(await open('word', key)).toEqual({ isOpen: false, kind: 'word', left: 10 })
  })

  test.each([
    ['word', undefined],
    ['word', 'abc'],
    ['phone', '123'],
    ['phone', '12345'],
    ['phone', 'abcd'],
  ])('a form that asks for a %s does not save without a usable one (%s)', async (form, factor) => {
    const answer = await save(server, { form, email: freshEmail(), more: { ...(factor && { second_factor: factor }) } })
    expect(told(answer)).toEqual([422, 'forms0038'])
  })

  test('protects the file, the deletion and the new content as well', async () => {
    const { id, key } = await saved(server, { form: 'phone', more: { second_factor: '0042' } })
    const file = await fileId(id)
    for (const wrong of [{}, { second_factor: '4200' }]) {
      expect((await fileOf(server, { key, id: file, ...wrong }, 'phone')).status).toBe(404)
      expect((await ask<{ deleted: boolean }>(server, 'delete', { key, ...wrong }, 'phone')).body.data).toEqual({ deleted: false })
      expect((await save(server, { form: 'phone', more: { key, ...wrong } })).status).toBe(422)
    }
    expect((await fileOf(server, { key, id: file, second_factor: '0042' }, 'phone')).status).toBe(200)
    expect((await save(server, { form: 'phone', more: { key, second_factor: '0042' } })).status).toBe(201)
    expect((await ask<{ deleted: boolean }>(server, 'delete', { key, second_factor: '0042' }, 'phone')).body.data).toEqual({ deleted: true })
  })

  test('deletes the draft after ten wrong tries, even if fifty run at once', async () => {
    const { id, key } = await saved(server, { form: 'phone', more: { second_factor: '1234' } })
    const [file] = await rowsOf(server, 'select id from saved_draft_files where draft_id = $1', [id])
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(server, 'open', { key, second_factor: `9${100 + n}` }, 'phone')))
    expect(answers.every(({ body }) => body.data?.draft == null)).toBe(true)
    const counted = answers.flatMap(({ body }) => (body.data && Number(body.data.tries_left) > 0 ? [body.data.tries_left] : []))
    expect(counted.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(told(await ask(server, 'open', { key, second_factor: '1234' }, 'phone'))).toEqual([409, 'forms0042 locked'])
    expect(await rowsOf(server, 'select content, second_factor_hash from saved_drafts where id = $1', [id])).toEqual([
      { content: null, second_factor_hash: null },
    ])
    expect((await filesIn(server, 'kept')).filter((path) => path.includes(String(file?.id)))).toEqual([])
  })

  test('does not open the draft beyond ten tries even if it is right, so that parallel tries are no more guesses', async () => {
    const { id, key } = await saved(server, { form: 'phone', more: { second_factor: '1234' } })
    await rowsOf(server, 'update saved_drafts set wrong_tries = 10 where id = $1', [id])
    expect(await open('phone', key, '1234')).toEqual({ isOpen: false, kind: 'phone', left: 0 })
  })
})

test('a draft that was saved before the author ended the offer can be opened, read, submitted and deleted, and not saved again', async () => {
  const form = 'ends'
  await server.load(sampleBundle({ code: form, params: { save_and_resume: {} } }))
  const [first, second] = [await saved(server, { form, shown: { street: 'Via Roma 1' } }), await saved(server, { form })]
  await server.load(sampleBundle({ code: form }))
  expect((await ask(server, 'open', { key: first.key }, form)).body.data?.draft).toMatchObject({ shown: { street: 'Via Roma 1' } })
  expect((await fileOf(server, { key: first.key, id: await fileId(first.id) }, form)).status).toBe(200)
  expect(told(await save(server, { form, more: { key: first.key } }))).toEqual([404, 'http_not_found'])
  const body = sendForm(freshAnswers(), { saved_draft: first.key })
  expect((await server.call('POST', `/forms/${form}`, { body, headers: { 'Idempotency-Key': randomUUID() } })).status).toBe(201)
  expect(told(await ask(server, 'open', { key: first.key }, form))).toEqual([409, 'forms0042 used'])
  expect((await ask<{ deleted: boolean }>(server, 'delete', { key: second.key }, form)).body.data).toEqual({ deleted: true })
})
