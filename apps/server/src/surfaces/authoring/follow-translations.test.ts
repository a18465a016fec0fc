import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DraftOperation, DraftTreeAnswer, StoredDraftChange } from '@sportello/contract'
import { DraftTree, languageSteps, textsOf, translationOf } from '@sportello/editing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startManagementCase } from '../../../test/management-case.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load({ definitions: [AURORA], forms: [{ code_form: 'aurora', code_tag: 'comune-aurora' }] })
})
afterAll(() => on.server.close())

const AURORA = (parse(readFileSync(new URL('../../../../../demo/comune-aurora.yaml', import.meta.url), 'utf8')) as { definitions: [{ code_tag: string }] })
  .definitions[0]
const LANGUAGES = ['en', 'de']
const draft = async () => new DraftTree((await on.call<DraftTreeAnswer>('GET', '/definitions/comune-aurora/draft', {})).body.data?.nodes ?? [])
const change = async (operations: DraftOperation[], more: object = {}) => {
  const answer = await on.call<StoredDraftChange>('POST', '/definitions/comune-aurora/draft/changes', {
    body: { id: randomUUID(), kind: 'edit', operations, ...more },
  })
  expect(answer.status).toBe(200)
  return answer.body.data as StoredDraftChange
}
/** The texts that are not up to date, as language, id of the original and name of the text. */
async function stale(): Promise<string[]> {
  const tree = await draft()
  return LANGUAGES.flatMap((language) =>
    (translationOf(tree, language)?.texts ?? []).filter(({ state }) => state === 'stale').map(({ original, key }) => `${language} ${original} ${key}`),
  )
}

test('a change of five original texts marks exactly their translations as stale, and an undo takes the marks back', async () => {
  expect(await stale()).toEqual([])
  const tree = await draft()
  const italian = languageSteps(tree).get('it')
  const changed = [...tree.subtree(italian?.id ?? '')]
    .filter(({ kind, content }) => kind === 'step' && content.tag_type === undefined && textsOf({ kind, content }).some(({ key }) => key === 'tag_description'))
    .slice(0, 5)
    .map(({ id }) => id)
  const first = await change(changed.map((id) => ({ type: 'set', id, path: ['tag_description'], value: `Nuovo titolo di ${id}` })))
  expect(await stale()).toEqual(LANGUAGES.flatMap((language) => changed.map((id) => `${language} ${id} tag_description`)))
  expect(first.operations.length).toBe(15)

  const answer = await on.call<DraftTreeAnswer>('GET', '/definitions/comune-aurora/draft', {})
  const own = answer.body.data?.own.at(-1)
  await change(own?.inverse ?? [], { kind: 'undo', of: first.sequence })
  expect(await stale()).toEqual([])
  expect([...(await draft()).nodes()].filter(({ content }) => content.translated_from !== undefined)).toEqual([])
})

test('a translator’s text is up to date again; a changed setting of the original is changed in the translations too', async () => {
  await change([{ type: 'set', id: 'strade', path: ['tag_description'], value: 'Strade, piste e marciapiedi' }])
  expect(await stale()).toEqual(['en strade tag_description', 'de strade tag_description'])
  await change([{ type: 'set', id: 'de-strade', path: ['tag_description'], value: 'Straßen, Radwege und Gehwege' }])
  expect(await stale()).toEqual(['en strade tag_description'])
  // To confirm a text without a change, a translator removes its entry from the record.
  await change([{ type: 'set', id: 'en-strade', path: ['translated_from'] }])
  expect(await stale()).toEqual([])

  await change([{ type: 'set', id: 'strade', path: ['icon'], value: 'bike' }])
  const tree = await draft()
  expect(['strade', 'en-strade', 'de-strade'].map((id) => tree.get(id)?.content.icon)).toEqual(['bike', 'bike', 'bike'])
})

test('an import marks the translations whose original it changes as stale, and a second import changes nothing', async () => {
  const text = JSON.stringify(AURORA)
  const bundle = { definitions: [JSON.parse(text.replaceAll('Quante buche ci sono?', 'Quante buche vedi?')) as object] }
  expect((await on.call('DELETE', '/definitions/comune-aurora')).status).toBe(200)
  await on.server.load(bundle)
  expect((await stale()).map((text) => text.split(' ').at(-1))).toEqual(['value.property_description', 'value.property_description'])
  await on.server.load(bundle)
  expect((await stale()).map((text) => text.split(' ').at(-1))).toEqual(['value.property_description', 'value.property_description'])
})

test('visitors do not receive the record of stale translations', async () => {
  const answer = await on.server.call('GET', '/forms/aurora/tags/de-buche-stradali')
  expect(answer.status).toBe(200)
  expect(JSON.stringify(answer.body)).not.toContain('translated_from')
})
