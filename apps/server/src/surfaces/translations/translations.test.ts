import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Definition } from '@sportello/contract'
import { definition as schema } from '@sportello/contract/schemas'
import { type DraftTree, definitionOf, hasSameCodes, inlineParts, languageSteps, textsOf, treeOf, withIds } from '@sportello/editing'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import { readCsv, writeCsv } from './csv.ts'
import { readDocx, writeDocx } from './docx.ts'
import { type ExchangeText, FileRejected, type Languages } from './exchange-text.ts'
import { exchangeTexts, newLanguage, planTexts } from './plan-texts.ts'
import { fromFile, readXliff, writeXliff } from './xliff.ts'

const DEMO = new URL('../../../../../demo/', import.meta.url)
const documents = ['', 'gallery/'].flatMap((folder) =>
  readdirSync(new URL(folder, DEMO))
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => (parse(readFileSync(new URL(folder + file, DEMO), 'utf8')) as { definitions?: object[] }).definitions ?? []),
)
const definitions = documents.map((each) => withIds(cleanDefinition(schema.parse(each) as Definition)))
const aurora = () => treeOf(definitions.find(({ code_tag }) => code_tag === 'comune-aurora') as Definition)
const sameWords = (text: string) => text

/** The pairs of languages of all demonstrations and starting forms. */
const pairs = definitions.flatMap((definition) => {
  const tree = treeOf(definition)
  const [main, ...others] = languageSteps(tree).keys()
  return main === undefined ? [] : others.map((other) => ({ code: definition.code_tag, tree, languages: { source: main, target: other } as Languages }))
})

describe('a file of all texts', () => {
  test('is tested on many pairs of languages', () => expect(pairs.length).toBeGreaterThan(50))

  test.each(pairs)('of $code in $languages.target changes nothing when it comes back', ({ code, tree, languages }) => {
    const texts = exchangeTexts(tree, languages.target) ?? []
    expect(texts.length).toBeGreaterThan(3)
    const xliff = planTexts(tree, languages.target, readXliff(writeXliff(texts, code, languages), languages), fromFile)
    expect(xliff).toMatchObject({ changes: [], refused: [], operations: [] })
    const csv = planTexts(tree, languages.target, readCsv(writeCsv(texts)), sameWords)
    expect(csv).toMatchObject({ changes: [], refused: [], operations: [] })
    expect(xliff.unchanged).toBe(texts.filter(({ target }) => target !== '').length)
    expect(csv.unchanged).toBe(xliff.unchanged)
  })
})

/** Stands for a translator: changes every word, and keeps all codes. */
const translated = (xliff: string) =>
  xliff.replaceAll(/<segment state="initial">\s*<source>(.*?)<\/source><\/segment>/gs, (_all, source: string) => {
    const target = source.replaceAll(/(>|^)([^<]*[\p{L}][^<]*)(?=<|$)/gu, (_words, before: string, words: string) => `${before}fr ${words}`)
    return `<segment state="translated"><source>${source}</source><target>${target}</target></segment>`
  })

function withFrench(): DraftTree {
  const tree = aurora()
  const operation = newLanguage(tree, 'fr', () => randomUUID())
  expect(operation).toBeDefined()
  if (operation) tree.edit([operation])
  return tree
}

test('a new language has every step and field of the main language, and every text is taken from one file', async () => {
  const tree = withFrench()
  const languages = { source: 'it', target: 'fr' } as const
  const texts = exchangeTexts(tree, 'fr') ?? []
  const italian = [...tree.subtree('it')].filter(({ id }) => id !== 'it').flatMap((node) => textsOf(node))
  expect(texts.length).toBe(italian.length)
  expect(texts.filter(({ state, target }) => state === 'untranslated' && target === '').length).toBe(texts.length)

  const file = translated(writeXliff(texts, 'comune-aurora', languages))
  const plan = planTexts(tree, 'fr', readXliff(file, languages), fromFile)
  expect(plan.refused).toEqual([])
  expect(plan.changes.length).toBe(texts.length)
  tree.edit(plan.operations)
  const after = exchangeTexts(tree, 'fr') ?? []
  const hasWords = ({ source, isHtml }: ExchangeText) => inlineParts(source, isHtml).some(({ kind, text }) => kind === 'words' && /\p{L}/u.test(text))
  expect(after.filter((text) => text.state !== 'translated' || (hasWords(text) && !text.target.includes('fr ')))).toEqual([])
  expect(after.filter(({ source, target, isHtml }) => !hasSameCodes(source, target, isHtml))).toEqual([])
  expect([...tree.nodes()].filter(({ content }) => content.translated_from !== undefined)).toEqual([])
  // The result is a valid definition, whose cleaning changes nothing.
  const whole = schema.parse(JSON.parse(JSON.stringify(definitionOf(tree)))) as Definition
  expect(cleanDefinition(whole)).toEqual(whole)
})

test('a translation without a tag or variable of its original is refused, and the others of the file are taken', () => {
  const tree = withFrench()
  const texts = exchangeTexts(tree, 'fr') ?? []
  const [first] = texts.filter(({ isHtml, source }) => isHtml && source.includes('{{ ticket }}') && source.includes('<strong>'))
  const [second] = texts.filter(({ isHtml, source }) => !isHtml && !source.includes('{{'))
  const incoming = (text: ExchangeText | undefined, target: string) => ({ name: text?.name ?? '', source: text?.source, target, isDone: true })
  const plan = planTexts(
    tree,
    'fr',
    [incoming(first, '<p>Merci !</p>'), incoming(second, 'Bonjour'), { name: 'gone#title', source: 'x', target: 'y', isDone: true }],
    sameWords,
  )
  expect(plan.changes.map(({ after }) => after)).toEqual(['Bonjour'])
  expect(plan.refused.map(({ reason, missing }) => [reason, missing.includes('{{ ticket }}')])).toEqual([
    ['codes', true],
    ['unknown', false],
  ])
})

test('a translation whose original changed after the export is taken, and is stale', () => {
  const tree = withFrench()
  const find = () => (exchangeTexts(tree, 'fr') ?? []).find(({ isHtml }) => !isHtml)
  const text = find()
  const plan = planTexts(tree, 'fr', [{ name: text?.name ?? '', source: 'Prima', target: 'Avant', isDone: true }], sameWords)
  expect(plan.changes).toMatchObject([{ after: 'Avant', isStale: true }])
  tree.edit(plan.operations)
  expect(find()).toMatchObject({ target: 'Avant', state: 'stale', earlier: 'Prima' })
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    ']]>',
    '<![CDATA[x]]>',
    '<!-- x -->',
    '&amp;lt;b&amp;gt;',
    '{{ ticket }}',
    '{{a}}{{b}}',
    '\u202eevil\u202c',
    '\u2066\u2069',
    '\u0000\u0001\u001f\u007f',
    '\ufffe\uffff',
    '\ud800',
    '\r\n\t x',
    '=HYPERLINK("x")',
    '+1',
    "'=1",
    '-2',
    '@SUM(A1)',
    'a;b,c\t"d"\n',
    '\ue000x\ue001',
    '<a href="x">y</a>',
    '<b>x</i></b>',
    '</p>',
    '<br>',
    '%s {0} $x',
  ),
)
const exchange = (at: number, source: string, target: string, isHtml: boolean): ExchangeText => ({
  name: `n${at}#value`,
  place: source,
  source,
  target,
  state: 'translated',
  earlier: undefined,
  isHtml,
})

test('1,000 hostile texts come back from XLIFF and CSV as they were', () => {
  const languages = { source: 'it', target: 'el' } as const
  const texts = fc
    .sample(fc.tuple(hostile, hostile), { numRuns: 1000, seed: 19 })
    .map(([source, target], at) => exchange(at, source || 'x', target, false))
    .filter(({ target }) => target.trim() !== '')
  expect(texts.length).toBeGreaterThan(900)
  const xml = writeXliff(texts, 'hostile', languages)
  const wanted = new Map(texts.map(({ name, target }) => [name, target]))
  for (const { name, target } of readXliff(xml, languages)) expect([name, fromFile(target, false)]).toEqual([name, withoutMarks(wanted.get(name))])
  expect(readXliff(xml, languages).length).toBe(texts.length)
  for (const { name, target } of readCsv(writeCsv(texts))) expect([name, target]).toEqual([name, wanted.get(name)?.toWellFormed()])
})

test('a Word document of a whole form, and 300 hostile texts, come back as they were', async () => {
  const pair = pairs.find(({ code, languages }) => code === 'comune-aurora' && languages.target === 'de')
  if (!pair) throw new Error('comune-aurora has no German')
  const texts = exchangeTexts(pair.tree, 'de') ?? []
  const plan = planTexts(pair.tree, 'de', readDocx(await writeDocx(texts, pair.code, pair.languages), pair.languages), sameWords)
  expect(plan).toMatchObject({ changes: [], refused: [], operations: [], unchanged: texts.length })

  const languages = { source: 'it', target: 'el' } as const
  const odd = fc.sample(fc.tuple(hostile, hostile), { numRuns: 300, seed: 11 }).map(([source, target], at) => exchange(at, source || 'x', target, at % 2 === 0))
  const wanted = odd.map(({ target }) => inWord(target)).filter((target) => target.trim() !== '')
  expect(readDocx(await writeDocx(odd, 'hostile', languages), languages).map(({ target }) => target)).toEqual(wanted)
})

/** A document cannot contain the characters that XML does not allow, and knows one kind of line end. */
const inWord = (text: string) => [...text.replaceAll('\r\n', '\n')].filter(isInXml).join('')

/** Returns true if XML 1.0 allows a character (production 2, Char), except for the carriage return. */
function isInXml(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return point === 0x9 || point === 0xa || (point >= 0x20 && point <= 0xd7ff) || (point >= 0xe000 && point <= 0xfffd) || point >= 0x1_00_00
}

/** An archive with one part, as an office program writes it. */
const archive = (xml: string, name = 'word/document.xml') => zipSync({ [name]: strToU8(xml) })
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const cells = (...texts: string[]) => `<w:tr>${texts.map((text) => `<w:tc><w:p>${text}</w:p></w:tc>`).join('')}</w:tr>`
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

test('a Word document is read as people edit it: with tracked changes, line breaks and several paragraphs', () => {
  const target = `${run('Gu')}<w:ins>${run('ten')}</w:ins><w:del><w:r><w:delText>alt</w:delText></w:r></w:del><w:r><w:br/></w:r>${run('Tag')}</w:p><w:p>${run('!')}`
  const table = `<w:tbl>${cells(run('#'), run('Dove'), run('it'), run('de'))}${cells(run('a#b'), run('Strade'), run('Buon giorno'), target)}${cells(run('c#d'), '', run('x'), '')}</w:tbl>`
  const bytes = archive(`<w:document ${W}><w:body><w:p>${run('note')}</w:p>${table}</w:body></w:document>`)
  expect(readDocx(bytes, { source: 'it', target: 'de' })).toEqual([{ name: 'a#b', source: 'Buon giorno', target: 'Guten\nTag\n!', isDone: false }])
  expect(() => readDocx(bytes, { source: 'it', target: 'en' })).toThrow(FileRejected)
})

test.each<[string, Uint8Array, FileRejected['reason']]>([
  ['no archive', strToU8('hello'), 'not_docx'],
  ['another archive', archive('<a/>', 'xl/workbook.xml'), 'not_docx'],
  ['no table', archive(`<w:document ${W}><w:body>${run('x')}</w:body></w:document>`), 'not_docx'],
  ['broken XML', archive('<w:document><w:tbl'), 'not_docx'],
  ['70 MB of blanks in 70 KB', archive(' '.repeat(70_000_000)), 'too_large'],
])('a Word document that is %s is rejected', (_what, bytes, reason) => {
  expect(() => readDocx(bytes, { source: 'it', target: 'de' })).toThrow(expect.objectContaining({ reason }))
})

// A file in UTF-8 cannot contain half of a surrogate pair; XLIFF writes it as a code point.
/** The two private-use characters that mark codes are removed from words. */
const withoutMarks = (text = '') => text.replaceAll(/[\ue000\ue001]/g, '')

test.each<[string, string, FileRejected['reason']]>([
  ['no XML', 'hello', 'not_xliff'],
  ['broken XML', '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"><file>', 'not_xliff'],
  ['another format', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'not_xliff'],
  ['two roots and no end', '<a/><b>', 'not_xliff'],
  ['another language', '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="it" trgLang="de"/>', 'other_languages'],
])('an XLIFF file with %s is rejected', (_what, xml, reason) => {
  let rejected: unknown
  try {
    readXliff(xml, { source: 'it', target: 'fr' })
  } catch (error) {
    rejected = error
  }
  expect(rejected).toBeInstanceOf(FileRejected)
  expect((rejected as FileRejected).reason).toBe(reason)
})

test('an XLIFF file expands no entities that it defines', () => {
  const unit = '<unit id="u1" name="n"><segment state="final"><source>x</source><target>&a;&lt;</target></segment></unit>'
  const xml = `<!DOCTYPE x [<!ENTITY a "SECRET">]><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="it" trgLang="fr"><file id="f">${unit}</file></xliff>`
  const [text] = readXliff(xml, { source: 'it', target: 'fr' })
  expect(text?.target).toBe('&a;<')
})

test.each<[string, string]>([
  ['without the columns', 'a,b\n1,2\n'],
  ['with an open quotation mark', 'name,target\n"x,y\n'],
  ['empty', ''],
])('a CSV file %s is rejected', (_what, csv) => {
  expect(() => readCsv(csv)).toThrow(FileRejected)
})

/** Folder with the XML schemas of OASIS, which Debian ships with a library (`scripts/debian.mjs`). */
const SCHEMAS = process.env.XLIFF_SCHEMAS ?? ''
test.runIf(existsSync(join(SCHEMAS, 'xliff-core-2.0.xsd')))('all files are valid by the XML schema of OASIS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-xliff-'))
  try {
    const texts = fc.sample(fc.tuple(hostile, hostile), { numRuns: 300, seed: 7 }).map(([source, target], at) => exchange(at, source, target, at % 2 === 0))
    const files = [
      { code: 'hostile', texts, languages: { source: 'it', target: 'fr' } as const },
      ...pairs.map((pair) => ({ ...pair, texts: exchangeTexts(pair.tree, pair.languages.target) ?? [] })),
    ]
    const paths = files.map(({ code, texts: all, languages }, at) => {
      const path = join(folder, `${at}.xlf`)
      writeFileSync(path, writeXliff(all, code, languages))
      return path
    })
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', join(SCHEMAS, 'xliff-core-2.0.xsd'), ...paths], { encoding: 'utf8' })
    expect([status, stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))]).toEqual([0, []])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
