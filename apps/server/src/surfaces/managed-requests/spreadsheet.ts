import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Excel's limits: rows per sheet, characters per cell, and characters per sheet name. */
const MAX_ROWS = 1_048_576
const MAX_CELL = 32_767
const MAX_NAME = 31

/** A sheet of a workbook. Excel does not allow two sheets with the same name. */
export interface Sheet {
  name: string
  head: readonly string[]
  rows: AsyncIterable<readonly string[]>
}

/**
 * Returns the names of sheets, shortened to Excel's limit. Adds a number to names that are equal when case is ignored.
 */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name.slice(0, MAX_NAME)
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name.slice(0, MAX_NAME - 5)} ${number}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Streams an Excel workbook (ECMA-376, part 1) with the given sheets. Reads the rows of a sheet only when the sheet is
 * written. Every cell is text with `quotePrefix`, so that no cell becomes a formula, even after an edit. No existing
 * library is suitable: the libraries that stream are unmaintained, and the maintained libraries keep all rows in
 * memory.
 */
export function spreadsheet(sheets: readonly Sheet[]): NodeJS.ReadableStream {
  const zip = new ZipFile()
  const names = uniqueNames(sheets.map(({ name }) => name))
  const each = (write: (at: number) => string) => sheets.map((_, at) => write(at + 1)).join('')
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(XML + text), path)
  add(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  )
  add('_rels/.rels', `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`)
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${RELATIONS}">${each((at) => `<Relationship Id="rId${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((at) => `<sheet name="${escaped(names[at - 1] ?? '')}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
  )
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf quotePrefix="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  )
  for (const [at, { head, rows }] of sheets.entries()) zip.addReadStream(Readable.from(sheet(head, rows)), `xl/worksheets/sheet${at + 1}.xml`)
  zip.end()
  return zip.outputStream
}

async function* sheet(head: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowOf(head, 2)}`
  let text = ''
  let written = 1
  for await (const row of rows) {
    // If there are too many rows, the download must fail. People would rely on a workbook without noticing that rows
    // are missing.
    if (++written > MAX_ROWS) throw new Error(`a workbook holds ${MAX_ROWS} rows`)
    text += rowOf(row, 1)
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

function rowOf(cells: readonly string[], style: number): string {
  return `<row>${cells.map((cell) => (cell === '' ? '<c/>' : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, MAX_CELL))}</t></is></c>`)).join('')}</row>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '')
    .replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
