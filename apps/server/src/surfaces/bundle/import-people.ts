import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Change } from '../../entrance/accounts/rules.ts'
import { newToken, splitKnown } from '../../entrance/accounts/rules.ts'
import { readPeople } from '../../entrance/sessions/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { importBundle } from './import-bundle.ts'
import { readBundle } from './read-bundle.ts'

/** An error in a table of accounts or tokens, with its column and row. Row 1 is the first row below the header. */
export interface TableFault {
  row: number
  column: string
  message: string
}

/** Error for a table of accounts or tokens that is rejected. The import has stored nothing. */
export class TableRejected extends Error {
  readonly faults: readonly TableFault[]
  constructor(faults: readonly TableFault[], message = 'the table was refused') {
    super(message)
    this.faults = faults
  }
}

/** A table of accounts or tokens, converted to the entries of a bundle. */
export type PeopleTable = { accounts: readonly object[] } | { tokens: readonly object[] }

/** Parses a CSV table of accounts or tokens. @throws TableRejected */
function rowsOf(text: string): Record<string, string>[] {
  try {
    return readPeople(text)
  } catch (error) {
    throw new TableRejected([{ row: 0, column: '', message: error instanceof Error ? error.message : String(error) }])
  }
}

/**
 * Converts a table of accounts to the entries of a bundle. The columns `username`, `password` and `email` have a fixed
 * meaning; all other columns are data of the person.
 * @throws TableRejected
 */
export function accountsOf(form: string, text: string): { accounts: object[] } {
  return {
    accounts: rowsOf(text).map(({ username = '', password = '', email, ...metadata }) => ({ form, username, password, ...(email && { email }), metadata })),
  }
}

const YES = /^(?:1|true|yes|s[iì]|x)$/i

/**
 * Converts a table of tokens to the entries of a bundle. The column `token` contains the token; `single_use` (1, true,
 * yes) limits the token to one login. Each field of a token login of the form must have a column; all other columns are
 * data of the person.
 * @param made receives the rows without a token, for which the server creates tokens; if undefined, such rows are
 * errors
 * @throws TableRejected
 */
export function tokensOf(customer: Customer, text: string, made?: { token: string; known: Record<string, string> }[]): { tokens: object[] } {
  const tokens = rowsOf(text).map(({ token, single_use = '', ...known }) => {
    const given = token ?? (made ? newToken() : '')
    if (token === undefined) made?.push({ token: given, known })
    return { form: customer.code, token: given, ...splitKnown(customer, known), single_use: YES.test(single_use) }
  })
  return { tokens }
}

/**
 * Imports a table of accounts or tokens: either all rows or none.
 * @param progressOf returns a function that reports the progress of a long import
 * @throws TableRejected
 */
export async function importPeople(
  { database, config }: { database: Pick<Database, 'jobs'>; config: Pick<Config, 'serviceName' | 'secretKey'> },
  table: PeopleTable,
  progressOf: (total: number) => (done: number) => void = () => () => {},
): Promise<Record<Change, number>> {
  const { bundle, faults } = await readBundle(table, '.')
  if (!bundle) throw new TableRejected(faults.map(({ pointer, message }) => ({ ...placeOf(pointer), message })))
  const lines = await importBundle(database.jobs, bundle, config, { onProgress: progressOf(bundle.accounts.length) })
  const count = (change: Change) => lines.filter((line) => line.change === change).length
  return { added: count('added'), changed: count('changed'), left: count('left') }
}

/** Converts a JSON Pointer such as `/accounts/3/email` to the row and column of the imported table. */
function placeOf(pointer: string): Pick<TableFault, 'row' | 'column'> {
  const [, , at, ...column] = pointer.split('/')
  return { row: Number(at) + 1, column: column.join(' ') }
}
