import { inlineParts } from '@sportello/editing'
import { ArchiveRejected, readXml, unpackArchive, XmlRejected } from '@sportello/importers'
import { phrases } from '@sportello/phrases'
import { Document, Packer, PageOrientation, Paragraph, Table, TableCell, TableLayoutType, TableRow, TextRun, WidthType } from 'docx'
import { type ExchangeText, FileRejected, type IncomingText, type Languages } from './exchange-text.ts'
import { NOT_IN_XML } from './xml-characters.ts'

/** Maximum number of texts in a document. Writing 10,000 texts takes about 0.8 s, during which the process does nothing else. */
const MAX_ROWS = 10_000

/** Widths of the columns in twentieths of a point: name, place, original, translation. */
const WIDTHS = [1_700, 2_700, 5_200, 5_200] as const

/** Half points: a name is for the import, not for people. */
const SMALL = 12
const CODE_COLOUR = '6b4fa0'
const QUIET_COLOUR = '767676'

/**
 * Writes texts as a Word document (ECMA-376, WordprocessingML) with a table, in which a translator fills the last
 * column. The first column names the text, by which the import finds it.
 * @throws FileRejected if there are too many texts for a document
 */
export async function writeDocx(texts: readonly ExchangeText[], original: string, { source, target }: Languages): Promise<Uint8Array> {
  if (texts.length > MAX_ROWS) throw new FileRejected('too_large', String(MAX_ROWS))
  const words = phrases[source].document
  const note = [`${original}: ${source} → ${target}`, words.traduci_ultima_colonna].map((text) => new Paragraph({ children: [new TextRun(text)] }))
  const header = new TableRow({
    tableHeader: true,
    children: ['#', words.dove, source, target].map((text, at) => cell(at, [new TextRun({ text, bold: true })])),
  })
  const rows = texts.map(
    (text) =>
      new TableRow({
        cantSplit: true,
        children: [
          cell(0, [new TextRun({ text: writable(text.name), size: SMALL, color: QUIET_COLOUR })]),
          cell(1, [new TextRun({ text: writable(text.place), color: QUIET_COLOUR })]),
          cell(2, runsOf(text.source, text.isHtml)),
          cell(3, runsOf(text.state === 'untranslated' ? '' : text.target, text.isHtml)),
        ],
      }),
  )
  const table = new Table({ rows: [header, ...rows], layout: TableLayoutType.FIXED, columnWidths: [...WIDTHS] })
  return Packer.toBuffer(
    new Document({ sections: [{ properties: { page: { size: { orientation: PageOrientation.LANDSCAPE } } }, children: [...note, table] }] }),
  )
}

function cell(column: number, runs: TextRun[]): TableCell {
  return new TableCell({ width: { size: WIDTHS[column] ?? 0, type: WidthType.DXA }, children: [new Paragraph({ children: runs })] })
}

/** Returns a text as runs: tags and variables have a colour, and each line begins with a line break. */
function runsOf(text: string, isHtml: boolean): TextRun[] {
  return inlineParts(text, isHtml).flatMap(({ kind, text: part }) =>
    writable(part)
      .split('\n')
      .map((line, at) => new TextRun({ text: line, ...(at > 0 && { break: 1 }), ...(kind === 'code' && { color: CODE_COLOUR }) })),
  )
}

/** Returns a text without the characters that XML 1.0 does not allow, and with line feeds only. */
const writable = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(NOT_IN_XML, '')

/** Matches the name of a text: id of the step or field, `#`, and the name of the text's place in it. */
const NAME = /^[^\s#]+#/

/**
 * Reads the translations in a Word document with a table of at least four columns. Rows without a translation are left
 * out. Deleted words of tracked changes are left out, inserted words count.
 * @throws FileRejected
 */
export function readDocx(bytes: Uint8Array, languages: Languages): IncomingText[] {
  const rows = rowsOf(documentOf(bytes))
  const named = rows.filter(([name = '', _place, , target]) => NAME.test(name.trim()) && target !== undefined)
  if (named.length === 0) throw new FileRejected('not_docx')
  const [, , source, target] = rows.find(([first = '']) => first.trim() === '#') ?? []
  if (source !== undefined && (source.trim() !== languages.source || target?.trim() !== languages.target))
    throw new FileRejected('other_languages', `${source.trim()} → ${target?.trim()}`)
  return named.flatMap(([name = '', _place, from = '', to = '']) => (to.trim() === '' ? [] : [{ name: name.trim(), source: from, target: to, isDone: false }]))
}

function documentOf(bytes: Uint8Array): string {
  try {
    const xml = unpackArchive(bytes, /^word\/document\.xml$/i).get('word/document.xml')
    if (xml !== undefined) return xml
  } catch (error) {
    if (!(error instanceof ArchiveRejected)) throw error
    if (error.reason === 'too_large') throw new FileRejected('too_large')
  }
  throw new FileRejected('not_docx')
}

/** The elements of a run that stand for a character. */
const SIGNS: Readonly<Record<string, string>> = { br: '\n', cr: '\n', tab: '\t', noBreakHyphen: '\u2011' }

/** Returns the rows of all tables in a document. A table inside a cell counts as text of the cell. */
function rowsOf(xml: string): string[][] {
  const rows: string[][] = []
  let [row, cellText, paragraphs, depth, inRun, inText] = [[] as string[], '', 0, 0, false, false]
  try {
    readXml(xml, {
      open(name) {
        if (name === 'tbl') depth += 1
        if (name === 'tr' && depth === 1) row = []
        if (name === 'tc' && depth === 1) [cellText, paragraphs] = ['', 0]
        if (name === 'p' && depth > 0) {
          if (paragraphs > 0) cellText += '\n'
          paragraphs += 1
        }
        if (name === 'r') inRun = true
        if (inRun) cellText += SIGNS[name] ?? ''
        inText = name === 't'
      },
      text(words) {
        if (inText) cellText += words
      },
      close(name) {
        inText = false
        if (name === 'r') inRun = false
        if (name === 'tc' && depth === 1) row.push(cellText)
        if (name === 'tr' && depth === 1) rows.push(row)
        if (name === 'tbl') depth -= 1
      },
    })
  } catch (error) {
    throw error instanceof XmlRejected ? new FileRejected('not_docx', error.message) : error
  }
  return rows
}
