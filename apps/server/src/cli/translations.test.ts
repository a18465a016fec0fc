import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Definition, languageOf } from '@sportello/contract'
import { treeOf } from '@sportello/editing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { definitionVersion } from '../catalogue/definitions/queries.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'
import { exchangeTexts } from '../surfaces/translations/plan-texts.ts'
import type { Deployment } from './deployment.ts'
import { TranslationsNotMoved, translations } from './translations.ts'

const CODE = 'comune-aurora'
const folder = mkdtempSync(join(tmpdir(), 'sportello-translations-'))
let server: TestServer
let deployment: Deployment
beforeAll(async () => {
  server = await startTestServer()
  deployment = { database: server.services.database } as Deployment
  const { definitions } = parse(readFileSync(new URL('../../../../demo/comune-aurora.yaml', import.meta.url), 'utf8')) as { definitions: object[] }
  await server.load({ definitions: definitions.slice(0, 1) })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const lines: string[] = []
const run = async (...args: string[]) => {
  lines.length = 0
  await translations(deployment, args, (text) => void lines.push(text))
  return lines.join('\n')
}
const rejection = (...args: string[]) =>
  run(...args).then(
    () => 'nothing was rejected',
    (error: unknown) => (error instanceof TranslationsNotMoved ? error.message : error),
  )
const file = (name: string) => join(folder, name)
const version = (which: 'live' | 'draft' | number) => acrossCustomers(deployment.database.kysely, (db) => definitionVersion(db, CODE, which))
const languages = (definition: Definition | undefined) => definition?.children.map(languageOf)

test('without a draft, translations from a table become a new live version, and a repeated import changes nothing', async () => {
  await run('export', CODE, 'de', file('de.csv'))
  const table = readFileSync(file('de.csv'), 'utf8')
  expect(table).toContain('Schlagloch')
  writeFileSync(file('de.csv'), table.replaceAll('Schlagloch', 'Straßenloch'))
  expect(await run('import', CODE, 'de', file('de.csv'))).toMatch(/^\d+ texts taken, \d+ as before, 0 refused: version 2 of comune-aurora is live$/)
  expect(JSON.stringify(await version('live'))).toContain('Straßenloch')
  expect(await run('import', CODE, 'de', file('de.csv'))).toMatch(/^0 texts taken, \d+ as before, 0 refused: nothing was changed$/)
})

test('a form is taken to French by an XLIFF file: into a draft, with every step and text', async () => {
  await run('export', CODE, 'fr', file('fr.xlf'))
  const xliff = readFileSync(file('fr.xlf'), 'utf8')
  expect(xliff).not.toContain('<target>')
  // Stands for a translator, who finishes all segments but the first.
  let units = 0
  const done = xliff.replaceAll(/<segment state="initial"><source>(.*?)<\/source><\/segment>/gs, (all, source: string) => {
    units += 1
    return units === 1 ? all : `<segment state="translated"><source>${source}</source><target>${source}</target></segment>`
  })
  writeFileSync(file('fr.xlf'), done)
  expect(await run('import', CODE, 'fr', file('fr.xlf'))).toMatch(
    new RegExp(`^${units - 1} texts taken, 0 as before, 0 refused: in the draft of comune-aurora\n`),
  )
  expect(languages(await version('live'))).toEqual(['it', 'en', 'de'])
  const draft = await version('draft')
  expect(languages(draft)).toEqual(['it', 'en', 'de', 'fr'])
  const texts = exchangeTexts(treeOf(draft as Definition), 'fr') ?? []
  expect(texts.length).toBe(units)
  expect(texts.filter(({ state }) => state !== 'translated').length).toBe(1)
  // A second file with only the missing text is taken into the same draft.
  const [missing] = texts.filter(({ state }) => state !== 'translated')
  writeFileSync(file('rest.csv'), `name,target\n"${missing?.name}","${missing?.source.replaceAll('"', '""')}"\n`)
  expect(await run('import', CODE, 'fr', file('rest.csv'))).toMatch(/^1 texts taken/)
})

test('a refused translation is named with the code that it lacks, and nothing else of it is changed', async () => {
  const [text] = (exchangeTexts(treeOf((await version('draft')) as Definition), 'en') ?? []).filter(({ source }) => source.includes('{{ ticket }}'))
  writeFileSync(file('bad.csv'), `name,target\n"${text?.name}","<p>Thank you</p>"\n"gone#title","x"\n`)
  const report = await run('import', CODE, 'en', file('bad.csv'))
  expect(report).toContain('0 texts taken, 0 as before, 2 refused: nothing was changed')
  expect(report).toContain('lacks {{ ticket }}')
  expect(report).toContain('gone#title: the form has no such text')
})

test.each<[string, string[], RegExp]>([
  ['without arguments', [], /^translations knows: export/],
  ['for an unknown verb', ['send', CODE, 'de', 'x.csv'], /^translations knows: export/],
  ['for an unknown definition', ['export', 'gone', 'de', 'x.csv'], /^There is no definition gone/],
  ['for the main language', ['export', CODE, 'it', 'x.csv'], /is written in it/],
  ['for a language that the product does not know', ['export', CODE, 'xx', 'x.csv'], /cannot have texts in "xx"/],
  ['for another format', ['export', CODE, 'de', 'x.pdf'], /must end in \.xlf, \.xliff, \.csv or \.docx/],
  ['for a file that does not exist', ['import', CODE, 'de', join(folder, 'none.xlf')], /ENOENT/],
])('a call %s is rejected with a clear message', async (_what, args, message) => {
  expect(await rejection(...args)).toMatch(message)
  expect(existsSync('x.csv')).toBe(false)
})

test('a broken file, a file for another language and an existing file are rejected, and nothing is changed', async () => {
  const before = await version('draft')
  writeFileSync(file('broken.xlf'), '<xliff>')
  expect(await rejection('import', CODE, 'de', file('broken.xlf'))).toMatch(/broken\.xlf: this is no XLIFF 2 file/)
  expect(await rejection('import', CODE, 'de', file('fr.xlf'))).toMatch(/fr\.xlf: the file is for other languages \(it → fr\)/)
  expect(await rejection('export', CODE, 'de', file('fr.xlf'))).toMatch(/EEXIST/)
  expect(await version('draft')).toEqual(before)
})
