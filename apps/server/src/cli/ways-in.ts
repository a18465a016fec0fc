import { importBundle } from '../bundle/import-bundle.ts'
import { readBundle } from '../bundle/read-bundle.ts'
import type { Config } from '../config.ts'
import type { Customer } from '../customers/rules.ts'
import type { Database } from '../db/database.ts'
import { readPeople } from './people-table.ts'

interface Deployment {
  database: Pick<Database, 'kysely'>
  config: Config
}

/** A table that was refused; nothing of it was brought in. */
export class TableRefused extends Error {}

/** Below it an import is over before anybody asks. */
const LONG = 100

/** Tells on standard error how far a long import is. */
export function progressOf(total: number): (done: number) => void {
  return (done) => {
    if (total >= LONG && (done % LONG === 0 || done === total)) process.stderr.write(`${done} of ${total} passwords hashed\n`)
  }
}

/**
 * Brings the accounts of a table into a form: columns `username`, `password`, `email`; what else stands there is known of the person.
 * @returns a line that says what became of them
 * @throws TableRefused
 */
export async function importAccountTable(deployment: Deployment, form: string, file: string): Promise<string> {
  const rows = await readPeople(file)
  const accounts = rows.map(({ username = '', password = '', email, ...metadata }) => ({ form, username, password, ...(email && { email }), metadata }))
  return importTable(deployment, file, 'accounts', accounts)
}

const YES = /^(?:1|true|yes|s[iì]|x)$/i

/**
 * Brings the tokens of a table into a form: columns `token`, `single_use` (1, true, yes) and one for each field that a token login of
 * the form asks for; what else stands there is known of the person.
 * @throws TableRefused
 */
export async function importTokenTable(deployment: Deployment, customer: Customer, file: string): Promise<string> {
  const asked = new Set(
    [...customer.published.nodes.values()].flatMap(({ tag }) =>
      tag.form_fields.flatMap((field) => (field.type === 'TOKEN_LOGIN' ? field.value.fields.map((property) => property.property_code) : [])),
    ),
  )
  const tokens = (await readPeople(file)).map(({ token = '', single_use = '', ...more }) => {
    const part = (isField: boolean) => Object.fromEntries(Object.entries(more).filter(([key]) => asked.has(key) === isField))
    return { form: customer.code, token, fields: part(true), metadata: part(false), single_use: YES.test(single_use) }
  })
  return importTable(deployment, file, 'tokens', tokens)
}

async function importTable({ database, config }: Deployment, file: string, kind: 'accounts' | 'tokens', entries: readonly object[]): Promise<string> {
  const { bundle, faults } = await readBundle({ [kind]: entries }, '.')
  if (!bundle) throw new TableRefused(faults.map(({ pointer, message }) => `${file}, ${placeOf(pointer)}: ${message}`).join('\n'))
  const lines = await importBundle(database.kysely, bundle, config, progressOf(bundle.accounts.length))
  const count = (change: string) => `${change} ${lines.filter((line) => line.change === change).length}`
  return [count('added'), count('changed'), count('left')].join(', ')
}

/** `/accounts/3/email` as whoever wrote the table knows it: its row below the line of names, and its column. */
function placeOf(pointer: string): string {
  const [, , at, ...column] = pointer.split('/')
  return `row ${Number(at) + 1}${column.length > 0 ? `, ${column.join(' ')}` : ''}`
}
