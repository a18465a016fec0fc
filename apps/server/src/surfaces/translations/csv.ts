import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type ExchangeText, FileRejected, type IncomingText } from './exchange-text.ts'

const COLUMNS = ['name', 'place', 'source', 'target', 'state'] as const

/**
 * Matches a text that a spreadsheet would take for a formula, with any apostrophes before it. The file has one
 * apostrophe more.
 */
const FORMULA = /^'*[=+\-@\t\r]/

/** Writes texts as CSV (RFC 4180) with a byte order mark, by which spreadsheets recognise UTF-8. */
export function writeCsv(texts: readonly ExchangeText[]): string {
  const cell = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
  return `\ufeff${stringify(
    texts.map((text) => COLUMNS.map((column) => cell(text[column]))),
    { header: true, columns: [...COLUMNS], record_delimiter: 'windows' },
  )}`
}

/**
 * Reads the translations in a CSV file, which has at least the columns `name` and `target`. Rows without a translation
 * are left out. The separator may be a comma, a semicolon or a tab.
 * @throws FileRejected
 */
export function readCsv(text: string): IncomingText[] {
  const rows = rowsOf(text)
  const [first] = rows
  if (!first || !('name' in first && 'target' in first)) throw new FileRejected('columns', 'name, target')
  return rows.flatMap(({ name = '', source, target = '', state = '' }) =>
    target.trim() === ''
      ? []
      : [{ name: plain(name), source: source === undefined ? undefined : plain(source), target: plain(target), isDone: state.trim() === 'translated' }],
  )
}

function rowsOf(text: string): Record<string, string | undefined>[] {
  try {
    return parse(text, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      delimiter: separatorOf(text),
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (error) {
    throw new FileRejected('not_csv', error instanceof Error ? error.message : '')
  }
}

/** Returns the separator of the header: spreadsheets write a semicolon where the comma separates decimals. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  return [';', '\t'].find((separator) => header.includes(separator)) ?? ','
}

const plain = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)
