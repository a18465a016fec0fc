import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DraftOperation, DraftTreeAnswer, StoredDraftChange, TagView, TranslationDifference } from '@sportello/contract'
import { DraftTree, languageSteps, textsOf, translationOf } from '@sportello/editing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { readDocx } from './docx.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
  await on.server.load({ definitions: [AURORA], templates, forms: [{ code_form: 'aurora', code_tag: 'comune-aurora' }] })
})
afterAll(() => on.server.close())

const { definitions, templates } = parse(readFileSync(new URL('../../../../../demo/comune-aurora.yaml', import.meta.url), 'utf8')) as {
  definitions: [{ code_tag: string }]
  templates: object[]
}
const AURORA = definitions[0]
const FILES = '/definitions/comune-aurora/translations'
const draft = async () => new DraftTree((await on.call<DraftTreeAnswer>('GET', '/definitions/comune-aurora/draft', {})).body.data?.nodes ?? [])

async function download(language: string, format: string, as = 'owner', code = 'comune-aurora') {
  const response = await fetch(`${on.server.url}/forms-service/rs/v2/managements/definitions/${code}/translations/${language}?format=${format}`, {
    headers: on.headersOf(as),
  })
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) }
}
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')
const compare = (language: string, format: string, content: string | Uint8Array, as = 'owner') =>
  on.call<TranslationDifference>('POST', `${FILES}/${language}/difference`, { as, body: { format, content: base64(content) } })
const take = (language: string, body: object, as = 'owner') => on.call<{ taken: number }>('POST', `${FILES}/${language}`, { as, body })

/** Stands for a translator: writes `fr` before the words of each segment, and keeps all codes. */
const translated = (xliff: string) =>
  xliff.replaceAll(/<segment state="initial"><source>(.*?)<\/source><\/segment>/gs, (_all, source: string) => {
    const target = source.replaceAll(/(>|^)([^<]*[\p{L}][^<]*)(?=<|$)/gu, (_words, before: string, words: string) => `${before}fr ${words}`)
    return `<segment state="translated"><source>${source}</source><target>${target}</target></segment>`
  })

test('comune-aurora is taken to French: exported, compared, imported, checked and published, with every text in place', async () => {
  const { status, headers, content } = await download('fr', 'xlf')
  expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('comune-aurora-fr.xlf')])
  const file = translated(content.toString())
  const { body } = await compare('fr', 'xlf', file)
  const texts = file.match(/<unit /g)?.length
  expect(body.data).toMatchObject({ changed: texts, refused: [], refused_texts: 0, unchanged: 0, is_new_language: true })
  expect(body.data?.changes.length).toBe(500)
  expect(languageSteps(await draft()).has('fr')).toBe(false)

  expect((await take('fr', { format: 'xlf', content: base64(file), sequence: body.data?.sequence })).body.data).toEqual({
    taken: texts,
    refused_texts: 0,
    unchanged: 0,
    is_new_language: true,
  })
  const tree = await draft()
  const french = translationOf(tree, 'fr')
  expect(french?.texts.filter(({ state }) => state !== 'translated')).toEqual([])
  expect([french?.missing, french?.orphans]).toEqual([[], []])

  const check = await on.call<{ severity: string; check: string }[]>('GET', '/definitions/comune-aurora/check')
  expect(check.body.data?.filter(({ severity, check: name }) => severity === 'error' || name === 'missing-translation')).toEqual([])
  expect((await on.call('POST', '/definitions/comune-aurora/publish')).status).toBe(200)
  const home = languageSteps(tree).get('fr')?.content.code_tag
  const { body: page } = await on.server.call<TagView>('GET', `/forms/aurora/tags/${home}`)
  expect(page.data?.children.map(({ tag_description }) => tag_description).every((title) => title.startsWith('fr '))).toBe(true)
})

test('a change of five Italian texts then marks exactly their fifteen translations in three languages as stale', async () => {
  const tree = await draft()
  const changed = [...tree.subtree(languageSteps(tree).get('it')?.id ?? '')]
    .filter(({ kind, content }) => kind === 'step' && content.tag_type === undefined && textsOf({ kind, content }).some(({ key }) => key === 'tag_description'))
    .slice(0, 5)
    .map(({ id }) => id)
  const operations = changed.map((id): DraftOperation => ({ type: 'set', id, path: ['tag_description'], value: `Nuovo titolo di ${id}` }))
  const answer = await on.call<StoredDraftChange>('POST', '/definitions/comune-aurora/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })
  expect(answer.status).toBe(200)
  const after = await draft()
  const stale = ['en', 'de', 'fr'].flatMap((language) => (translationOf(after, language)?.texts ?? []).filter(({ state }) => state === 'stale'))
  expect(stale.map(({ original }) => original)).toEqual([...changed, ...changed, ...changed])
})

test('a Word document comes back with some texts changed; only these are taken, without those that a person leaves out', async () => {
  const { content } = await download('de', 'docx', 'translator')
  const languages = { source: 'it', target: 'de' } as const
  const rows = readDocx(content, languages)
  expect((await compare('de', 'docx', content)).body.data).toMatchObject({ changed: 0, refused: [], unchanged: rows.length })
  const table = (targets: Record<string, string>) =>
    `name,source,target\n${rows
      .filter(({ name }) => Object.hasOwn(targets, name))
      .map(({ name, source }) => [name, source ?? '', targets[name] ?? ''].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\n')}\n`
  const [one, two] = rows.filter(({ target }) => !/[<{]/.test(target)).map(({ name }) => name)
  const file = table({ [one ?? '']: 'Eins', [two ?? '']: 'Zwei' })
  const { body } = await compare('de', 'csv', file)
  expect(body.data?.changes.map(({ after }) => after)).toEqual(['Eins', 'Zwei'])
  const answer = await take('de', { format: 'csv', content: base64(file), sequence: body.data?.sequence, without: [two] }, 'author')
  expect(answer.body.data).toMatchObject({ taken: 1, is_new_language: false })
  const german = translationOf(await draft(), 'de')?.texts.map(({ target }) => target)
  expect([german?.includes('Eins'), german?.includes('Zwei')]).toEqual([true, false])
  const lines = await rowsOf(on.server, "select operator, subject, after from audit_lines where action = 'definition.translate' order by id")
  expect(lines.at(-1)).toEqual({ operator: 'author', subject: 'comune-aurora', after: { language: 'de', texts: 1 } })
})

describe('a file of translations', () => {
  const csv = (name: string) => `name,target\n"${name}","Nobody"\n`
  test('is refused if the draft has changed since the difference', async () => {
    const { body } = await compare('de', 'csv', csv('strade#tag_description'))
    expect(body.data?.changed).toBe(1)
    const answer = await take('de', { format: 'csv', content: base64(csv('strade#tag_description')), sequence: (body.data?.sequence ?? 0) - 1 })
    expect(codes(answer)).toEqual([409, 'forms_mgmt0004'])
  })

  test.each([
    ['xlf', 'hello', 'not_this_format'],
    ['xlf', '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="it" trgLang="el"/>', 'file_languages'],
    ['csv', 'a,b\n1,2\n', 'not_this_format'],
    ['docx', 'PK', 'not_this_format'],
  ])('in the format %s with the content %j is refused with the reason %s', async (format, content, reason) => {
    const { status, body } = await compare('de', format, content)
    expect([status, body.errors[0]?.data.field, body.errors[0]?.data.params?.[0]]).toEqual([400, 'content', reason])
  })

  test('may be exported and imported only by operators with the right, in their languages', async () => {
    const sequence = (await compare('en', 'csv', csv('strade#tag_description'), 'translator')).body.data?.sequence
    const body = (language: string) => [language, { format: 'csv', content: base64(csv('strade#tag_description')), sequence }] as const
    // The translator of the case translates into English.
    expect(codes(await take(...body('de'), 'translator'))).toEqual([400, 'forms_mgmt0001 language'])
    expect(codes(await take(...body('es'), 'translator'))).toEqual([400, 'forms_mgmt0001 language'])
    expect(codes(await take(...body('en'), 'viewer'))).toEqual([403, 'forms0018'])
    expect(codes(await take(...body('en'), 'nobody'))).toEqual([404, 'http_not_found'])
    expect((await take(...body('en'), 'translator')).status).toBe(200)
    expect((await download('en', 'csv', 'nobody')).status).toBe(404)
    expect((await download('en', 'csv', 'viewer')).status).toBe(200)
    const unsigned = await fetch(`${on.server.url}/forms-service/rs/v2/managements${FILES}/en?format=csv`, { headers: { 'X-Api-Key': 'test-key' } })
    expect(unsigned.status).toBe(401)
  })

  test.each([
    ['it', 'csv', 404],
    ['xx', 'csv', 404],
    ['de', 'pdf', 400],
  ])('for the language %s in the format %s does not exist', async (language, format, status) => {
    expect((await download(language, format)).status).toBe(status)
  })

  test('of a definition that does not exist does not exist', async () => {
    expect((await download('de', 'csv', 'owner', 'absent')).status).toBe(404)
  })
})
