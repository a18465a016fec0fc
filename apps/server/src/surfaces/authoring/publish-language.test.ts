import { randomUUID } from 'node:crypto'
import type { Definition, DraftOperation, TagView } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load({ definitions: [POOL], forms: [{ code_form: 'pool', code_tag: 'pool' }] })
})
afterAll(() => on.server.close())

const language = (code: string, title: string) => ({
  id: `lang-${code}`,
  code_tag: `lang-${code}`,
  tag_description: code,
  tag_type: 'FORM_LANG',
  params: [{ params_type: 'FORM_LANG', lang_code: code }],
  form_fields: [],
  children: [
    { id: `swim-${code}`, code_tag: `swim-${code}`, tag_description: title, form_fields: [{ type: 'EMAIL', ordering: 1, value: EMAIL }], children: [] },
  ],
})
const EMAIL = { property_code: 'email', property_description: 'E-mail', default_value: { input_type: 'email' } }
const POOL = {
  code_tag: 'pool',
  tag_description: 'Pool',
  form_params: { auth_type: ['FREE'], form_title: 'Pool' },
  form_fields: [],
  children: [language('it', 'Nuoto'), language('de', 'Schwimmen')],
}
const change = async (operations: DraftOperation[]) =>
  expect((await on.call('POST', '/definitions/pool/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })).status).toBe(200)
const rename = (id: string, title: string): DraftOperation => ({ type: 'set', id, path: ['tag_description'], value: title })
const title = async (step: string) => (await on.server.call<TagView>('GET', `/forms/pool/tags/${step}`)).body.data?.tag_description
const draft = async () => (await on.call<Definition>('GET', '/definitions/pool')).body.data
const publish = (body: object, as = 'owner') => on.call<{ live_version: number }>('POST', '/definitions/pool/publish', { as, body })

test('one language is published, the other languages stay as they are live, and the draft keeps the rest', async () => {
  await change([rename('swim-it', 'Corsi di nuoto'), rename('swim-de', 'Schwimmkurse'), rename('root', 'Pool 2')])
  const check = (query: string) => on.call<{ check: string }[]>('GET', `/definitions/pool/check${query}`)
  expect((await check('?language=de')).status).toBe(200)
  expect((await publish({ language: 'de' })).body.data).toMatchObject({ live_version: 2 })
  await expect.poll(() => title('swim-de')).toBe('Schwimmkurse')
  expect(await title('swim-it')).toBe('Nuoto')
  expect((await draft())?.children.map((step) => step.children[0]?.tag_description)).toEqual(['Corsi di nuoto', 'Schwimmkurse'])
  expect((await draft())?.tag_description).toBe('Pool 2')

  expect((await publish({})).body.data).toMatchObject({ live_version: 3 })
  await expect.poll(() => title('swim-it')).toBe('Corsi di nuoto')
})

test('a language whose own steps have an error is refused; an error in another language does not prevent it', async () => {
  await change([{ type: 'set', id: 'swim-it', path: ['code_tag'], value: 'swim-de' }])
  expect((await publish({})).status).toBe(400)
  expect((await publish({ language: 'it' })).status).toBe(400)
  await change([rename('swim-de', 'Schwimmen lernen')])
  expect((await publish({ language: 'de' })).status).toBe(200)
  await expect.poll(() => title('swim-de')).toBe('Schwimmen lernen')
})

test('a language that the draft does not have, or an unknown one, is refused, as is a person without the right', async () => {
  expect(codes(await publish({ language: 'fr' }))).toEqual([400, 'forms_mgmt0001 language'])
  expect(codes(await publish({ language: 'xx' }))).toEqual([400, 'forms_mgmt0001 language'])
  expect(codes(await publish({ language: 'de' }, 'author'))).toEqual([403, 'forms0018'])
  expect(codes(await publish({ language: 'de' }, 'translator'))).toEqual([403, 'forms0018'])
})
