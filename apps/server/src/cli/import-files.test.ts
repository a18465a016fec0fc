import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_CONFIG } from '../../test/import-config.ts'
import { sampleBundle } from '../../test/sample-bundle.ts'
import { cloneDatabase } from '../../test/test-server.ts'
import { ImportRejected, importFiles } from './import-files.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
beforeAll(async () => {
  clone = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sportello-import-'))
})
afterAll(async () => {
  await clone.drop()
  await rm(folder, { recursive: true })
})

async function importDocuments(...documents: unknown[]): Promise<string[]> {
  const files = await Promise.all(
    documents.map(async (document, at) => {
      const file = join(folder, `${at + 1}.json`)
      await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
      return file
    }),
  )
  const lines: string[] = []
  await importFiles({ database: clone.database, config: { ...IMPORT_CONFIG } as never }, files, (line) => lines.push(line))
  return lines
}
const refusalOf = async (...documents: unknown[]) => {
  const error: unknown = await importDocuments(...documents).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ImportRejected)
  return (error as Error).message.replaceAll(`${folder}/`, '').split('\n')
}
const settings = async () => (await clone.database.owner.query('select code from settings order by 1')).rows
const orphan = { settings: [{ code: 'b', value: '2' }], forms: [{ code_form: 'orphan', code_tag: 'nothing' }] }

test('importFiles imports several files in one transaction: if the second file has an unresolved reference, neither file is imported', async () => {
  expect(await refusalOf({ settings: [{ code: 'a', value: '1' }] }, orphan)).toEqual([
    '2.json#/forms/0/code_tag: there is no definition "nothing"',
    'Nothing was changed.',
  ])
  expect(await settings()).toEqual([])
})

test('importFiles reports schema errors, unresolved references and duplicates of all files together', async () => {
  const lines = await refusalOf('{', { settings: [{ code: 'a' }], tokens: [{ form: 'nobody', token: 'x' }] }, orphan, {
    definitions: [
      {
        code_tag: 'd',
        tag_description: '',
        children: [
          { code_tag: 'c', tag_description: 'C' },
          { code_tag: 'c', tag_description: 'C' },
        ],
      },
    ],
    forms: [{ code_form: 'fine', code_tag: 'd' }],
  })
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    '1.json#',
    '2.json#/settings/0/value',
    '2.json#/tokens/0/form',
    '3.json#/forms/0/code_tag',
    '4.json#/definitions/0/tag_description',
    '4.json#/definitions/0/children/1/code_tag',
    'Nothing was changed.',
  ])
  expect(await settings()).toEqual([])
})

test('importFiles resolves references between files in any order', async () => {
  const { forms, definitions } = sampleBundle({ code: 'split' }) as { forms: object[]; definitions: object[] }
  expect(await importDocuments({ forms }, { definitions })).toEqual(['added   form split', 'added   definition split-root'])
  expect(await importDocuments({ forms }, { definitions })).toEqual(['left    form split', 'left    definition split-root'])
})
