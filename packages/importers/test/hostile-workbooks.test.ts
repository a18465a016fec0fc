import { describe, expect, test } from 'vitest'
import { importXlsForm } from '../src/index.ts'
import { many, outcome } from './outcome.ts'
import { xlsx, xlsxParts, zipped } from './xlsx.ts'

const sheets = {
  survey: [
    ['type', 'name', 'label'],
    ['text', 'a', 'A'],
  ],
}
const withPart = (name: string, xml: string) => zipped({ ...xlsxParts(sheets), [name]: xml })
const SHEET = 'xl/worksheets/sheet1.xml'

/** Returns an .xlsx file in which the size of the sheet is 1 MB, but the archive declares the given size. */
function withDeclaredSize(size: number): Uint8Array {
  const bytes = withPart(SHEET, `<worksheet>${' '.repeat(1_000_000)}</worksheet>`)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const text = new TextDecoder('latin1').decode(bytes)
  for (let at = text.indexOf('PK\x01\x02'); at >= 0; at = text.indexOf('PK\x01\x02', at + 1)) {
    if (text.startsWith(SHEET, at + 46)) view.setUint32(at + 24, size, true)
  }
  return bytes
}

describe('importXlsForm with hostile input', () => {
  test.each<[what: string, bytes: () => Uint8Array, expected: string]>([
    ['no bytes', () => new Uint8Array(), 'xlsx'],
    ['bytes that are no archive', () => new TextEncoder().encode('type,name,label\ntext,a,A\n'), 'xlsx'],
    ['an archive without a workbook', () => zipped({ 'a.txt': 'x' }), 'xlsx'],
    ['a truncated archive', () => xlsx(sheets).subarray(0, 300), 'xlsx'],
    ['more than 8 MB', () => new Uint8Array(8_000_001), 'too_large'],
    ['a sheet that unpacks to 70 MB', () => withPart(SHEET, ' '.repeat(70_000_000)), 'too_large'],
    ['a part that unpacks to more than it declares', () => withDeclaredSize(100), 'xlsx'],
    ['3,000 parts', () => zipped(Object.fromEntries(many(3_000, (at) => [`xl/x${at}`, '']) as [string, string][])), 'too_large'],
    ['no sheet "survey"', () => xlsx({ choices: [['a']] }), 'no_survey'],
    ['an empty sheet', () => xlsx({ survey: [] }), 'empty'],
    ['a header alone', () => xlsx({ survey: [['type', 'name']] }), 'empty'],
    ['a sheet that is not XML', () => withPart(SHEET, '<worksheet><sheetData><row'), 'xlsx'],
    [
      'a cell at the last row and column',
      () =>
        withPart(
          SHEET,
          '<worksheet><row r="1"><c r="A1" t="inlineStr"><is><t>type</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></worksheet>',
        ),
      'empty',
    ],
    [
      'references to shared texts that do not exist',
      () => withPart(SHEET, '<worksheet><row r="1"><c t="s"><v>99</v></c><c t="s"><v>x</v></c></row></worksheet>'),
      'empty',
    ],
    [
      'entities that expand each other',
      () =>
        withPart(
          SHEET,
          '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><row r="1"><c t="inlineStr"><is><t>&b;</t></is></c></row></worksheet>',
        ),
      'empty',
    ],
    ['25,000 rows', () => xlsx({ survey: many(25_000, (at) => [at === 0 ? 'type' : 'text', 'a']) as string[][] }), 'too_many'],
    ['6,000 questions', () => xlsx({ survey: many(6_000, (at) => [at === 0 ? 'type' : 'text']) as string[][] }), 'too_many'],
    ['an end without a beginning', () => xlsx({ survey: [['type'], ['end_group']] }), 'unclosed'],
    [
      'a beginning without an end',
      () =>
        xlsx({
          survey: [
            ['type', 'name'],
            ['begin_group', 'a'],
            ['text', 'b'],
          ],
        }),
      'unclosed',
    ],
    ['60 levels of groups', () => xlsx({ survey: [['type', 'name'], ...many(60, () => ['begin_group', 'a'])] as string[][] }), 'too_deep'],
    [
      'names of the prototype',
      () =>
        xlsx({
          survey: [
            ['type', 'name', '__proto__', 'label::constructor'],
            ['constructor', '__proto__'],
            ['toString', 'a'],
            ['select_one __proto__', 'constructor', 'x', 'y'],
          ],
        }),
      'valid',
    ],
    [
      'booleans and numbers in all columns',
      () =>
        xlsx({
          survey: [
            ['type', 'name', 'label', 'required', 'constraint'],
            ['text', 1, true, 5, false],
          ],
        }),
      'valid',
    ],
  ])('returns a valid form or the expected error: %s', (_what, bytes, expected) => {
    expect(outcome(() => importXlsForm(bytes()))).toBe(expected)
  })
})
