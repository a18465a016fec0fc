import { MAX_SHEET_CELLS, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, MAX_SOURCE_SIZE, MAX_UNPACKED_BYTES } from '../limits.ts'
import { ImportRejected } from '../notes.ts'
import { ArchiveRejected, unpackArchive } from '../read-archive.ts'
import { localName, readXml, type XmlHandlers, XmlRejected } from '../read-xml.ts'

/** A row of a spreadsheet, with its row number and its cells, keyed by column. */
export interface SheetRow {
  number: number
  cells: ReadonlyMap<number, string>
}

/**
 * The sheets of a workbook, keyed by their names in lower case. All cells are texts; for a number or date, the cell
 * contains the text that the file stores.
 */
export type Workbook = ReadonlyMap<string, readonly SheetRow[]>

/**
 * Parses the named sheets of an .xlsx file (ECMA-376, SpreadsheetML), within fixed limits for the size. Formulas,
 * styles and all other parts of the file are ignored. The XML parser resolves only numeric and the five predefined
 * entities, so a document type declaration has no effect.
 * @throws ImportRejected
 */
export function readWorkbook(bytes: Uint8Array, names: readonly string[]): Workbook {
  if (bytes.length > MAX_SOURCE_SIZE) throw new ImportRejected('too_large', String(MAX_SOURCE_SIZE))
  const parts = unpack(bytes)
  const targets = targetsOf(parts)
  const shared = sharedStringsOf(parts)
  const counter = { cells: 0 }
  const sheets = new Map<string, SheetRow[]>()
  for (const [name, target] of targets) {
    const xml = names.includes(name) && !sheets.has(name) ? parts.get(target) : undefined
    if (xml !== undefined) sheets.set(name, rowsOf(xml, shared, counter))
  }
  return sheets
}

const WANTED = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/i

/** Unpacks the XML parts of an .xlsx file. @throws ImportRejected */
function unpack(bytes: Uint8Array): Map<string, string> {
  try {
    return unpackArchive(bytes, WANTED)
  } catch (error) {
    if (!(error instanceof ArchiveRejected)) throw error
    throw error.reason === 'too_large' ? new ImportRejected('too_large', String(MAX_UNPACKED_BYTES)) : new ImportRejected('xlsx')
  }
}

/**
 * Parses an XML part of an .xlsx file. A missing part is treated as empty, because many files contain no shared strings.
 */
function parse(xml: string | undefined, handlers: XmlHandlers): void {
  if (xml === undefined) return
  try {
    readXml(xml, handlers)
  } catch (error) {
    throw error instanceof XmlRejected ? new ImportRejected('xlsx') : error
  }
}

/** Maps the name of each sheet, in lower case, to the path of the sheet's part in an .xlsx file. */
function targetsOf(parts: ReadonlyMap<string, string>): Map<string, string> {
  const paths = new Map<string, string>()
  parse(parts.get('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id: id, Target: target = '' }) => {
      if (name === 'Relationship' && id !== undefined) paths.set(id, (target.startsWith('/') ? target.slice(1) : `xl/${target}`).toLowerCase())
    },
  })
  const sheets = new Map<string, string>()
  const workbook = parts.get('xl/workbook.xml')
  if (workbook === undefined) throw new ImportRejected('xlsx')
  parse(workbook, {
    open: (name, attributes) => {
      if (name !== 'sheet' || attributes.name === undefined) return
      const id = Object.entries(attributes).find(([key]) => localName(key) === 'id' && key !== 'id')?.[1]
      const path = id === undefined ? undefined : paths.get(id)
      const key = attributes.name.trim().toLowerCase()
      if (path !== undefined && !sheets.has(key)) sheets.set(key, path)
    },
  })
  return sheets
}

/** Returns the shared strings of an .xlsx file, without their phonetic spelling. */
function sharedStringsOf(parts: ReadonlyMap<string, string>): string[] {
  const texts: string[] = []
  let [current, inText, inPhonetic] = ['', false, false]
  parse(parts.get('xl/sharedstrings.xml'), {
    open: (name) => {
      if (name === 'si') current = ''
      if (name === 't') inText = true
      if (name === 'rPh') inPhonetic = true
    },
    text: (words) => {
      if (inText && !inPhonetic) current += words
    },
    close: (name) => {
      if (name === 'si') texts.push(current)
      if (name === 't') inText = false
      if (name === 'rPh') inPhonetic = false
    },
  })
  return texts
}

/** Parses the rows of a sheet in an .xlsx file. Rows without text, and columns after the maximum, are left out. */
function rowsOf(xml: string, shared: readonly string[], counter: { cells: number }): SheetRow[] {
  const rows: SheetRow[] = []
  let row: { number: number; cells: Map<number, string> } | undefined
  let [column, type, value, reads] = [-1, '', '', false]
  const finishCell = () => {
    const text = type === 's' ? (shared[Number(value)] ?? '') : type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : type === 'e' ? '' : value
    if (!row || text.trim() === '' || column >= MAX_SHEET_COLUMNS) return
    counter.cells += 1
    if (counter.cells > MAX_SHEET_CELLS) throw new ImportRejected('too_many', String(MAX_SHEET_CELLS))
    row.cells.set(column, text)
  }
  parse(xml, {
    open: (name, { r: reference = '', t = 'n' }) => {
      if (name === 'row') {
        row = { number: Number(reference) || (rows.at(-1)?.number ?? 0) + 1, cells: new Map() }
        column = -1
      } else if (name === 'c') {
        column = columnOf(reference) ?? column + 1
        ;[type, value] = [t, '']
      } else if (name === 'v' || name === 't') reads = true
    },
    text: (words) => {
      if (reads) value += words
    },
    close: (name) => {
      if (name === 'v' || name === 't') reads = false
      else if (name === 'c') finishCell()
      else if (name === 'row' && row) {
        if (row.cells.size > 0) rows.push(row)
        if (rows.length > MAX_SHEET_ROWS) throw new ImportRejected('too_many', String(MAX_SHEET_ROWS))
        row = undefined
      }
    },
  })
  return rows
}

/** Returns the column index of a cell reference such as "AB12"; undefined if the text is not a reference. */
function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference) ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
