import type { ListedTemplate } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_CONFIG } from '../../../test/import-config.ts'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { exportBundle } from '../../surfaces/bundle/export-bundle.ts'
import { importBundle } from '../../surfaces/bundle/import-bundle.ts'
import { readBundle } from '../../surfaces/bundle/read-bundle.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const italian = { subject: 'Ciao', html: '<p>Ciao {{ ticket }}</p>' }
const german = { subject: 'Hallo', html: '<p>Hallo {{ ticket }}</p>' }
const original = { lang_code: 'it', ...italian }

/** Stores the texts of a mail template. */
const put = (path: string, body: object, options: { as?: string; version?: string } = {}) =>
  on.call<ListedTemplate>('PUT', `/templates/${path}`, {
    body,
    ...(options.as && { as: options.as }),
    ...(options.version !== undefined && { headers: { 'if-match': `"${options.version}"` } }),
  })

/** Returns the record of the original that the list shows for a template. */
async function recordOf(name: string, language: string) {
  const { body } = await on.call<ListedTemplate[]>('GET', '/templates', { as: 'viewer' })
  return body.data?.find((each) => each.name === name && each.lang_code === language)?.translated_from
}

describe('the original of a translated mail template', () => {
  test('is stored with the translation, stays when the original or only the translation changes, and a confirmation replaces it', async () => {
    expect((await put('greeting/it', italian)).body.data?.translated_from).toBeNull()
    const made = await put('greeting/de', { ...german, translated_from: original }, { version: '' })
    expect(made.body.data).toMatchObject({ ...german, translated_from: original })
    const changed = { subject: 'Salve', html: italian.html }
    await put('greeting/it', changed)
    expect(await recordOf('greeting', 'de')).toEqual(original)
    const edited = await put('greeting/de', { ...german, subject: 'Hallo!' })
    expect(edited.body.data?.translated_from).toEqual(original)
    const confirmed = { ...german, subject: 'Hallo!', translated_from: { lang_code: 'it', ...changed } }
    expect((await put('greeting/de', confirmed, { version: edited.body.data?.version ?? '' })).status).toBe(200)
    expect(await recordOf('greeting', 'de')).toEqual({ lang_code: 'it', ...changed })
    expect(await recordOf('greeting', 'it')).toBeNull()
  })

  test('is kept character by character, because an imported original may begin or end with spaces', async () => {
    const spaced = { lang_code: 'it', subject: ' Ciao ', html: ' <p>Ciao</p>\n' }
    expect((await put('spaced/de', { ...german, translated_from: spaced })).body.data?.translated_from).toEqual(spaced)
  })

  test('is named by its language in the audit log', async () => {
    await put('audited/de', { ...german, translated_from: original })
    expect(await rowsOf(on.server, "select before, after from audit_lines where subject = 'audited (de)'")).toEqual([
      { before: null, after: { ...german, translated_from: 'it' } },
    ])
  })

  test.each<[string, unknown, string]>([
    ['a subject that is too long', { ...original, subject: 'x'.repeat(1_001) }, 'forms_mgmt0001 translated_from.subject'],
    ['a body that is too long', { ...original, html: 'x'.repeat(200_001) }, 'forms_mgmt0001 translated_from.html'],
    ['no body', { lang_code: 'it', subject: 'x' }, 'forms_mgmt0001 translated_from.html'],
    ['a language that is no code', { ...original, lang_code: 'italiano' }, 'forms_mgmt0001 translated_from.lang_code'],
    ['the language of the translation', { ...original, lang_code: 'de' }, 'forms_mgmt0001 translated_from.lang_code'],
    ['an unknown key', { ...original, version: '1' }, 'forms_mgmt0001 translated_from.version'],
    ['a text in place of the record', 'it', 'forms_mgmt0001 translated_from'],
    ['null', null, 'forms_mgmt0001 translated_from'],
  ])('with %s is rejected, and the template stays as it is', async (_why, translated_from, error) => {
    expect(codes(await put('refused/de', { ...german, translated_from }))).toEqual([400, error])
    expect(await recordOf('refused', 'de')).toBeUndefined()
  })

  test('is not stored with an older version of the translation', async () => {
    const first = await put('raced/de', german)
    await put('raced/de', { ...german, subject: 'Guten Tag' })
    expect(codes(await put('raced/de', { ...german, translated_from: original }, { version: first.body.data?.version ?? '' }))).toEqual([409, 'forms_mgmt0004'])
    expect(codes(await put('raced/de', { ...german, translated_from: original }, { version: '' }))).toEqual([409, 'forms_mgmt0004'])
    expect(await recordOf('raced', 'de')).toBeNull()
  })

  test.each(['viewer', 'author', 'publisher', 'translator', 'theirs', 'nobody'])('cannot be stored by the operator %s', async (as) => {
    expect((await put('forbidden/de', { ...german, translated_from: original }, { as })).status).toBe(403)
    expect(await recordOf('forbidden', 'de')).toBeUndefined()
  })
})

/** Imports mail templates as a bundle, and returns what the import did with each of them. */
async function importTemplates(templates: readonly object[]) {
  const { bundle, faults } = await readBundle({ templates }, '.')
  if (!bundle) return faults.map(({ pointer }) => pointer)
  return (await importBundle(on.server.database.kysely, bundle, IMPORT_CONFIG)).map(({ name, change }) => `${change} ${name}`)
}

describe('a bundle with translated mail templates', () => {
  const base = { name: 'carried', lang_code: 'de', ...german }

  test('contains the record of the original, and importing it again changes nothing', async () => {
    await put('carried/de', { ...german, translated_from: original })
    await put('carried/it', italian)
    const exported = (await exportBundle(on.server.database.kysely, [])).templates.filter(({ name }) => name === 'carried')
    expect(exported).toEqual([
      { ...base, translated_from: original },
      { name: 'carried', lang_code: 'it', ...italian },
    ])
    expect(await importTemplates(exported)).toEqual(['left carried (de)', 'left carried (it)'])
    await rowsOf(on.server, "delete from mail_templates where name = 'carried'")
    expect(await importTemplates(exported)).toEqual(['added carried (de)', 'added carried (it)'])
    expect(await recordOf('carried', 'de')).toEqual(original)
  })

  test('without the record keeps it for an unchanged template, and removes it for a changed one', async () => {
    await put('carried/de', { ...german, translated_from: original })
    expect(await importTemplates([base])).toEqual(['left carried (de)'])
    expect(await recordOf('carried', 'de')).toEqual(original)
    expect(await importTemplates([{ ...base, subject: 'Neu' }])).toEqual(['changed carried (de)'])
    expect(await recordOf('carried', 'de')).toBeNull()
  })

  test('with only another record changes the template', async () => {
    await put('carried/de', { ...german, translated_from: original })
    const later = { ...original, subject: 'Salve' }
    expect(await importTemplates([{ ...base, translated_from: later }])).toEqual(['changed carried (de)'])
    expect(await recordOf('carried', 'de')).toEqual(later)
  })

  test('with an invalid record is rejected', async () => {
    expect(await importTemplates([{ ...base, translated_from: { ...original, lang_code: 'x' } }])).toEqual(['/templates/0/translated_from/lang_code'])
    expect(await importTemplates([{ ...base, translated_from: { lang_code: 'it' } }])).toEqual(
      expect.arrayContaining(['/templates/0/translated_from/subject', '/templates/0/translated_from/html']),
    )
  })
})
