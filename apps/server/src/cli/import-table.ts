import { readFile } from 'node:fs/promises'
import { importPeople, type PeopleTable, TableRejected } from '../surfaces/bundle/import-people.ts'

/** Number of hashed passwords after which an import reports its progress. A smaller import reports none. */
const REPORT_EVERY = 100

/** Returns a callback that writes the progress of a long import to standard error. */
export function progressReporter(total: number): (done: number) => void {
  return (done) => {
    if (total >= REPORT_EVERY && (done % REPORT_EVERY === 0 || done === total)) process.stderr.write(`${done} of ${total} passwords hashed\n`)
  }
}

/**
 * Imports a CSV table of accounts or tokens into a form.
 * @param read `accountsOf` or `tokensOf`
 * @returns a one-line summary
 * @throws TableRejected with all errors, each with its row and column
 */
export async function importTable(deployment: Parameters<typeof importPeople>[0], file: string, read: (text: string) => PeopleTable): Promise<string> {
  try {
    const { added, changed, left } = await importPeople(deployment, read(await readFile(file, 'utf8')), progressReporter)
    return `added ${added}, changed ${changed}, left ${left}`
  } catch (error) {
    if (!(error instanceof TableRejected)) throw error
    throw new TableRejected(error.faults, error.faults.map(({ row, column, message }) => `${file}, ${placeOf(row, column)}: ${message}`).join('\n'))
  }
}

/**
 * Formats the place of an error in a CSV table: the row number, which is 1 for the first row below the header, and the
 * column.
 */
function placeOf(row: number, column: string): string {
  return `row ${row}${column === '' ? '' : `, ${column}`}`
}
