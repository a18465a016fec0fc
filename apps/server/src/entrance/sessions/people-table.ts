import { parse } from 'csv-parse/sync'

/**
 * The people of a table: its first line names the columns, comma or semicolon apart, with or without a byte order mark. An empty cell says nothing.
 * @throws where it is no table
 */
export function readPeople(text: string): Record<string, string>[] {
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
  const rows = parse(text, { bom: true, columns: true, delimiter, skip_empty_lines: true, trim: true }) as Record<string, string>[]
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key, value]) => key !== '' && value !== '')))
}

/** A cell of a table that is written; what begins like a formula is defused for the program that opens it. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
