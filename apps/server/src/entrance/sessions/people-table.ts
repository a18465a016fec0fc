import { parse } from 'csv-parse/sync'

/**
 * Parses a CSV table of people. The first line names the columns, separated by commas or semicolons. A byte order mark
 * is ignored, and empty cells are omitted.
 * @throws if the text is not such a table
 */
export function readPeople(text: string): Record<string, string>[] {
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
  const rows = parse(text, { bom: true, columns: true, delimiter, skip_empty_lines: true, trim: true }) as Record<string, string>[]
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key, value]) => key !== '' && value !== '')))
}

/**
 * Formats a text as a CSV cell. Puts an apostrophe before a text that starts like a formula, so that a spreadsheet
 * program does not execute it.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
