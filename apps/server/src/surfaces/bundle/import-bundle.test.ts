import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_CONFIG } from '../../../test/import-config.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { cloneDatabase } from '../../../test/test-server.ts'
import { exportBundle } from './export-bundle.ts'
import { BundleRejected, importBundle } from './import-bundle.ts'
import { readBundle } from './read-bundle.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

async function importDocument(document: unknown) {
  const { bundle, faults } = await readBundle(document, '.')
  if (!bundle) throw new Error(JSON.stringify(faults))
  return (await importBundle(clone.database.kysely, bundle, IMPORT_CONFIG)).map(({ kind, name, change }) => `${change} ${kind} ${name}`)
}
const versionsOf = async (code: string) =>
  (
    await clone.database.owner.query(
      'select v.version, v.version = d.live_version as live from definition_versions v join definitions d using (code_tag) where code_tag = $1 order by 1',
      [code],
    )
  ).rows
const revision = async () => (await clone.database.owner.query('select revision from catalog_revision')).rows[0]?.revision

const whole = () => ({
  ...sampleBundle(),
  settings: [{ code: 'time_zone', value: 'Europe/Athens' }],
  integrations: [{ service: 'people', kind: 'static', options: [{ key: 'a', value: 'A' }] }],
  templates: [{ name: 'mail', lang_code: 'it', subject: 'S', html: '<p>{{ link }}</p>' }],
  assets: [{ kind: 'custom_loc_strings', name: 'texts', data_url: `data:application/json;base64,${Buffer.from('{"a":"b"}').toString('base64')}` }],
})
const NAMES = ['definition sample-root', 'form sample', 'setting time_zone', 'integration people', 'template mail (it)', 'asset custom_loc_strings/texts']

const TEST = {
  code_tag: 'tested-root',
  name: 'The shortest request',
  input: { code_tag: 'a', form_fields: { age: 7 }, further_questions: null, terms: [], files: [], known: {}, today: '2026-03-01' },
  expected: { path: ['A'], refused: [], answers: { age: 7 }, further: null, opens_ticket: true, summary: null },
}

describe('the recorded tests in a bundle', () => {
  test('are added, replaced by name, and exported again', async () => {
    await importDocument(sampleBundle({ code: 'tested' }))
    expect(await importDocument({ tests: [TEST] })).toEqual(['added test tested-root/The shortest request'])
    expect(await importDocument({ tests: [TEST] })).toEqual(['left test tested-root/The shortest request'])
    const other = { ...TEST, expected: { ...TEST.expected, summary: '<p>7</p>' } }
    expect(await importDocument({ tests: [other, { ...TEST, name: 'Another' }] })).toEqual([
      'changed test tested-root/The shortest request',
      'added test tested-root/Another',
    ])
    const { tests } = await exportBundle(clone.database.kysely, [])
    expect(tests).toEqual([other, { ...TEST, name: 'Another' }])
    expect((await exportBundle(clone.database.kysely, ['tested'])).tests).toEqual(tests)
    expect(await importDocument({ tests })).toEqual(['left test tested-root/The shortest request', 'left test tested-root/Another'])
  })

  test.each<[string, object[], string]>([
    ['of a definition that does not exist', [{ ...TEST, code_tag: 'nothing' }], '/tests/0/code_tag'],
    ['beyond 200 of one definition', Array.from({ length: 201 }, (_, at) => ({ ...TEST, name: `Test ${at}` })), '/tests'],
  ])('are rejected, and nothing is changed, if the bundle contains tests %s', async (_what, tests, pointer) => {
    const before = await exportBundle(clone.database.kysely, [])
    const refused = await importDocument({ tests, settings: [{ code: 'x', value: '1' }] }).catch((error: unknown) => error)
    expect((refused as BundleRejected).faults).toMatchObject([{ pointer, source: 0 }])
    expect(await exportBundle(clone.database.kysely, [])).toEqual(before)
  })

  test('are rejected if they are malformed', async () => {
    for (const wrong of [
      { ...TEST, more: 1 },
      { ...TEST, input: {} },
      { ...TEST, expected: { path: 'A' } },
      { ...TEST, name: '' },
    ])
      expect((await readBundle({ tests: [wrong] }, '.')).faults[0]?.pointer).toMatch(/^\/tests\/0/)
  })
})

describe('importBundle', () => {
  test('adds the entries of a bundle, and changes nothing when the same bundle is imported again', async () => {
    expect(await importDocument(whole())).toEqual(NAMES.map((name) => `added ${name}`))
    const before = await revision()
    expect(await importDocument(whole())).toEqual(NAMES.map((name) => `left ${name}`))
    expect(await revision()).toBe(before)
    expect(await versionsOf('sample-root')).toEqual([{ version: 1, live: true }])
  })

  test('publishes a new version of a definition only if the definition has changed', async () => {
    const next = whole() as unknown as { definitions: { tag_description: string }[] }
    if (next.definitions[0]) next.definitions[0].tag_description = 'What else?'
    expect(await importDocument(next)).toEqual(NAMES.map((name, at) => `${at === 0 ? 'changed' : 'left'} ${name}`))
    expect(await versionsOf('sample-root')).toEqual([
      { version: 1, live: false },
      { version: 2, live: true },
    ])
    expect(await importDocument(whole())).toContain('changed definition sample-root')
    expect(await versionsOf('sample-root')).toHaveLength(3)
  })

  test('reports changes of settings, templates and forms separately', async () => {
    const next = whole()
    Object.assign(next, {
      settings: [{ code: 'time_zone', value: 'Europe/Rome' }],
      templates: [{ name: 'mail', lang_code: 'it', subject: 'T', html: '<p>{{ link }}</p>' }],
    })
    expect((await importDocument(next)).filter((line) => !line.startsWith('left'))).toEqual(['changed setting time_zone', 'changed template mail (it)'])
    const renamed = sampleBundle({ params: { form_title: 'New' } })
    expect(await importDocument(renamed)).toEqual(['left definition sample-root', 'changed form sample'])
  })

  test.each<[why: string, document: Record<string, unknown>, pointer: string]>([
    ['a form without a definition', { settings: [{ code: 'x', value: '1' }], forms: [{ code_form: 'orphan', code_tag: 'nothing' }] }, '/forms/0/code_tag'],
    [
      'the second of two forms without a definition',
      {
        forms: [
          { code_form: 'fine', code_tag: 'sample-root' },
          { code_form: 'orphan', code_tag: 'nothing' },
        ],
      },
      '/forms/1/code_tag',
    ],
    ['a form named like the API', { ...sampleBundle({ code: 'new' }), forms: [{ code_form: 'forms-service', code_tag: 'new-root' }] }, '/forms/0/code_form'],
  ])('rejects a bundle with %s and changes nothing', async (_why, document, pointer) => {
    const before = await exportBundle(clone.database.kysely, [])
    const revisionBefore = await revision()
    const refused = await importDocument(document).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(BundleRejected)
    expect((refused as BundleRejected).faults.map((fault) => fault.pointer)).toEqual([pointer])
    expect(await exportBundle(clone.database.kysely, [])).toEqual(before)
    expect(await revision()).toBe(revisionBefore)
  })

  test('replaces a form’s mappings, and moves a mapping away from the form that had it before', async () => {
    const form = (code_form: string, ...clients: string[]) => ({ code_form, code_tag: 'sample-root', mappings: clients.map((client) => ({ client })) })
    await importDocument({ forms: [form('one', 'A', 'B'), form('two', 'C')] })
    expect(await importDocument({ forms: [form('one', 'a', 'b'), form('two', 'c')] })).toEqual(['left form one', 'left form two'])
    expect(await importDocument({ forms: [form('two', 'b')] })).toEqual(['changed form two'])
    const { forms } = await exportBundle(clone.database.kysely, ['one', 'two'])
    expect(forms.map((each) => [each.code_form, each.mappings])).toEqual([
      ['one', [{ client: 'a' }]],
      ['two', [{ client: 'b' }]],
    ])
  })

  test.each([['old form first'], ['new form first']])(
    'logs a mapping that moves between two forms of the file as modified, and a removed mapping as deleted: %s',
    async (order) => {
      const form = (code_form: string, ...clients: string[]) => ({ code_form, code_tag: 'sample-root', mappings: clients.map((client) => ({ client })) })
      const [moves, goes] = [`moves ${order}`, `goes ${order}`]
      await importDocument({ forms: [form('old', moves, goes), form('new')] })
      const forms = [form('old'), form('new', moves)]
      expect(await importDocument({ forms: order === 'old form first' ? forms : forms.toReversed() })).toEqual(
        expect.arrayContaining(['changed form old', 'changed form new']),
      )
      const { rows } = await clone.database.owner.query('select code_client, action, action_details from mapping_logs where code_client like $1 order by 1', [
        `%${order}`,
      ])
      expect(rows).toEqual([
        { code_client: goes, action: 0, action_details: 'old' },
        { code_client: moves, action: 2, action_details: 'old → new' },
      ])
    },
  )

  test('runs parallel imports one after the other, so that the deployment contains one complete bundle', async () => {
    const variant = (text: string) => {
      const bundle = sampleBundle({ code: 'race', params: { form_title: text } }) as { definitions: { tag_description: string }[] }
      if (bundle.definitions[0]) bundle.definitions[0].tag_description = text
      return bundle
    }
    await importDocument(variant('start'))
    const outcomes = await Promise.allSettled([
      importDocument(variant('left')),
      importDocument(variant('right')),
      importDocument(variant('left')),
      importDocument(variant('right')),
    ])
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toEqual([])
    const { definitions, forms } = await exportBundle(clone.database.kysely, ['race'])
    expect(forms[0]?.params.form_title).toBe(definitions[0]?.tag_description)
  })

  test('exportBundle rejects the code of an unknown form', async () => {
    await expect(exportBundle(clone.database.kysely, ['sample', 'nothing'])).rejects.toThrow('There is no form nothing')
  })
})
