import { readFile } from 'node:fs/promises'
import { importPeople, type PeopleTable, TableRefused } from '../bundle/import-people.ts'

/** Below it an import is over before anybody asks. */
const LONG = 100

/** Tells on standard error how far a long import is. */
export function progressOf(total: number): (done: number) => void {
  return (done) => {
    if (total >= LONG && (done % LONG === 0 || done === total)) process.stderr.write(`${done} of ${total} passwords hashed\n`)
  }
}

/**
 * Brings a table of accounts or tokens into a form.
 * @param read `accountsOf` or `tokensOf`
 * @returns a line that says what became of them
 * @throws TableRefused with every fault and its place
 */
export async function importTable(deployment: Parameters<typeof importPeople>[0], file: string, read: (text: string) => PeopleTable): Promise<string> {
  try {
    const { added, changed, left } = await importPeople(deployment, read(await readFile(file, 'utf8')), progressOf)
    return `added ${added}, changed ${changed}, left ${left}`
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error
    throw new TableRefused(error.faults, error.faults.map(({ row, column, message }) => `${file}, ${placeOf(row, column)}: ${message}`).join('\n'))
  }
}

/** As whoever wrote the table knows it: its row below the line of names, and its column. */
function placeOf(row: number, column: string): string {
  return `row ${row}${column === '' ? '' : `, ${column}`}`
}
