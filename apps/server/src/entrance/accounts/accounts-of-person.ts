import { canonicalEmail } from '@sportello/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * Number of accounts or tokens that one SELECT reads during a search for a person. No index covers the personal data,
 * so
 * the search reads all rows. It reads them in batches, so that each SELECT is short.
 */
const PAGE = 1_000

interface Sought {
  /**
   * The e-mail address of the person for whom an operator searches, normalised by `canonicalEmail`; null in a search by
   * tax code.
   */
  mailbox: string | null
  /**
   * The tax code of the person for whom an operator searches, in capital letters; null in a search by e-mail address.
   */
  taxCode: string | null
}

interface Key {
  form: string
  id: string
}

type Known = Readonly<Record<string, unknown>>

/** Returns a person's accounts in all forms that the operator may manage. */
export async function accountsOfPerson(db: DeploymentDb, sought: Sought) {
  const matches = sought.mailbox === null ? holds('metadata', sought) : mayHold(sql`coalesce(email, '') || ' ' || coalesce(metadata->>'email', '')`, sought)
  const rows = await db
    .selectFrom('accounts')
    .select(['customer_code as form', 'id', 'username', 'email', 'metadata'])
    .where(isOneOf(await keysOf(db, 'accounts', matches)))
    .execute()
  return rows.map(withKnown).filter(({ email, known }) => sought.mailbox === null || isTheirs(email, sought) || knows(known, sought))
}

/** Returns a person's login tokens in all forms that the operator may manage. */
export async function tokensOfPerson(db: DeploymentDb, sought: Sought) {
  const matches =
    sought.mailbox === null
      ? sql<boolean>`(${holds('metadata', sought)} or ${holds('fields', sought)})`
      : mayHold(sql`coalesce(metadata->>'email', '')`, sought)
  const rows = await db
    .selectFrom('tokens')
    .select(['customer_code as form', 'id', 'fields', 'metadata'])
    .where(isOneOf(await keysOf(db, 'tokens', matches)))
    .execute()
  return rows.map((row) => ({ ...withKnown(row), fields: row.fields as Known })).filter(({ known }) => sought.mailbox === null || knows(known, sought))
}

/**
 * Searches the table of accounts or tokens for the rows that belong to a person. Reads the whole table in the order of
 * its primary key.
 * @returns the primary keys of the person's rows
 */
async function keysOf(db: DeploymentDb, table: 'accounts' | 'tokens', matches: RawBuilder<boolean>): Promise<Key[]> {
  const found: Key[] = []
  let after = sql<SqlBool>`true`
  for (;;) {
    const { rows } = await sql<Key & { matches: boolean }>`
      select customer_code as form, id, ${matches} as matches from ${sql.table(table)} where ${after} order by customer_code, id limit ${PAGE}`.execute(db)
    found.push(...rows.filter((row) => row.matches))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return found
    after = sql<SqlBool>`(customer_code, id) > (${last.form}, ${last.id}::uuid)`
  }
}

const isOneOf = (keys: readonly Key[]) =>
  sql<SqlBool>`(customer_code, id) in (select * from unnest(${keys.map(({ form }) => form)}::text[], ${keys.map(({ id }) => id)}::uuid[]))`

/** Renames the property `metadata` of an account or token to `known`, and gives it an object type. */
function withKnown<Row extends { metadata: unknown }>({ metadata, ...row }: Row) {
  return { ...row, known: metadata as Known }
}

/**
 * Returns an SQL condition that is true if a value in a JSON column equals the tax code. A longer text that only
 * contains
 * the tax code does not match, because it may belong to another person.
 */
const holds = (column: string, { taxCode }: Sought) =>
  sql<boolean>`exists (select from jsonb_path_query(${sql.ref(column)}, '$.*') as value where upper(trim(value #>> '{}')) = ${taxCode})`

/**
 * Returns an SQL condition that finds every spelling of an e-mail address. It also finds a few other texts. The caller
 * must therefore compare each result exactly, with `canonicalEmail`.
 * @param mailbox from `canonicalEmail`
 */
export const mayHold = (text: RawBuilder<unknown>, { mailbox }: Pick<Sought, 'mailbox'>) =>
  sql<boolean>`position(${mailbox?.split('@')[0]?.replaceAll('.', '') ?? ''} in replace(lower(${text}), '.', '')) > 0`

const isTheirs = (address: unknown, { mailbox }: Sought) => typeof address === 'string' && canonicalEmail(address) === mailbox

const knows = ({ email }: Known, sought: Sought) => [email].flat().some((address) => isTheirs(address, sought))
