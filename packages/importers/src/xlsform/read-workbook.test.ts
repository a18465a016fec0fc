import { describe, expect, test } from 'vitest'
import { xlsx, xlsxParts, zipped } from '../../test/xlsx.ts'
import { readWorkbook } from './read-workbook.ts'

/** Returns the cells of the sheet "survey", keyed by row and column. */
function cellsOf(bytes: Uint8Array): Record<string, string> {
  const rows = readWorkbook(bytes, ['survey']).get('survey') ?? []
  return Object.fromEntries(rows.flatMap(({ number, cells }) => [...cells].map(([column, text]) => [`${number}:${column}`, text])))
}

const SHEET = 'xl/worksheets/sheet1.xml'
const withSheet = (xml: string, more: Record<string, string> = {}) => zipped({ ...xlsxParts({ survey: [] }), [SHEET]: xml, ...more })

describe('readWorkbook (reads the cells of an .xlsx file)', () => {
  test('reads shared strings, numbers and booleans in their cells', () => {
    expect(cellsOf(xlsx({ survey: [['a', null, 'b & <c>'], [], [1.5, true]] }))).toEqual({ '1:0': 'a', '1:2': 'b & <c>', '3:0': '1.5', '3:1': 'TRUE' })
  })

  test('reads a file without shared strings and with absolute paths, as openpyxl creates it', () => {
    const { 'xl/sharedStrings.xml': _shared, ...parts } = xlsxParts({ survey: [] })
    const bytes = zipped({
      ...parts,
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Target="/xl/worksheets/sheet1.xml" Id="rId1" /></Relationships>',
      [SHEET]: '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>città &amp; 😀</t></is></c></row></sheetData></worksheet>',
    })
    expect(cellsOf(bytes)).toEqual({ '1:0': 'città & 😀' })
  })

  test.each<[what: string, sheet: string, cells: Record<string, string>]>([
    ['prefixed names', '<x:worksheet xmlns:x="m"><x:row r="2"><x:c r="B2"><x:v>7</x:v></x:c></x:row></x:worksheet>', { '2:1': '7' }],
    [
      'cells without references',
      '<worksheet><row><c><v>1</v></c><c/><c><v>3</v></c></row><row><c><v>4</v></c></row></worksheet>',
      { '1:0': '1', '1:2': '3', '2:0': '4' },
    ],
    [
      'the result of a formula, without the formula',
      '<worksheet><row r="1"><c r="A1" t="str"><f>B1&amp;"x"</f><v>done</v></c></row></worksheet>',
      { '1:0': 'done' },
    ],
    ['no errors of formulas', '<worksheet><row r="1"><c r="A1" t="e"><v>#REF!</v></c></row></worksheet>', {}],
    [
      'rich texts',
      '<worksheet><row r="1"><c r="A1" t="inlineStr"><is><r><t>one</t></r><r><rPr><b/></rPr><t> two</t></r></is></c></row></worksheet>',
      { '1:0': 'one two' },
    ],
    ['CDATA', '<worksheet><row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c></row></worksheet>', { '1:0': '<b>' }],
    ['no columns after IV', '<worksheet><row r="1"><c r="IV1"><v>1</v></c><c r="IW1"><v>2</v></c></row></worksheet>', { '1:255': '1' }],
  ])('reads %s', (_what, sheet, cells) => {
    expect(cellsOf(withSheet(sheet))).toEqual(cells)
  })

  test('reads shared strings with formatting, without their phonetic spelling', () => {
    const shared = '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>とう</t></rPh></si></sst>'
    const sheet = '<worksheet><row r="1"><c r="A1" t="s"><v>0</v></c></row></worksheet>'
    expect(cellsOf(withSheet(sheet, { 'xl/sharedStrings.xml': shared }))).toEqual({ '1:0': '東京' })
  })

  test('finds sheets by name in upper or lower case, and reads only the requested sheets', () => {
    expect([...readWorkbook(xlsx({ Other: [['x']], ' SURVEY ': [['y']] }), ['survey']).keys()]).toEqual(['survey'])
  })
})
