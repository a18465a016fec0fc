import { type Kysely, sql, type Transaction } from 'kysely'
import { traceparent } from '../telemetry/tracing.ts'
import { retryOnConflict } from './retry-on-conflict.ts'
import type { DB } from './schema.ts'

declare const visibility: unique symbol

/**
 * A database transaction that sees only the rows of one customer. Only `withCustomer` and `withCustomerOnce` create
 * such transactions.
 */
export type CustomerDb = Transaction<DB> & { readonly [visibility]: 'one customer' }

/**
 * A database transaction that sees the rows of several or all customers, as opposed to one customer. Used by imports,
 * exports and lists of the whole deployment. Only `acrossCustomers`, `acrossCustomersOnce` and `acrossSome` create such
 * transactions.
 */
export type DeploymentDb = Transaction<DB> & { readonly [visibility]: 'all customers' }

/** The PostgreSQL settings `sportello.*` that the row security policies read. */
type Scope = Readonly<Partial<Record<'customer' | 'across_customers' | 'reached_customers', string>>>

/**
 * Runs `work` in a transaction in which row security shows only the rows of `customerCode`. After a serialisation
 * failure or a deadlock, `work` runs again (`retryOnConflict`), so it must have no effects outside the database.
 */
export function withCustomer<T>(db: Kysely<DB>, customerCode: string, work: (db: CustomerDb) => Promise<T>): Promise<T> {
  return retryOnConflict(() => withCustomerOnce(db, customerCode, work))
}

/**
 * Runs `work` once, without a retry, in a transaction that sees only the rows of one customer. Use it if `work` has
 * effects outside the database.
 */
export function withCustomerOnce<T>(db: Kysely<DB>, customerCode: string, work: (db: CustomerDb) => Promise<T>): Promise<T> {
  return inScope(db, { customer: customerCode }, (transaction) => work(transaction as CustomerDb))
}

/**
 * Runs `work` in a transaction that sees the rows of all customers. Only for tasks that concern the whole deployment,
 * never for a visitor's request.
 */
export function acrossCustomers<T>(db: Kysely<DB>, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return retryOnConflict(() => acrossCustomersOnce(db, work))
}

/** As `acrossCustomers`, but without a retry. Use it if `work` has effects outside the database. */
export function acrossCustomersOnce<T>(db: Kysely<DB>, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return inScope(db, { across_customers: 'on' }, (transaction) => work(transaction as DeploymentDb))
}

/** Runs `work` in a transaction that sees only the rows of the given customers. */
export function acrossSome<T>(db: Kysely<DB>, customerCodes: readonly string[], work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  // Joins the customer codes by commas, which no code contains. An empty list becomes a comma, because the row security
  // policies read an empty setting as "not set".
  const reached = customerCodes.length === 0 ? ',' : customerCodes.join(',')
  return retryOnConflict(() => inScope(db, { reached_customers: reached }, (transaction) => work(transaction as DeploymentDb)))
}

/**
 * The settings of a transaction that sees no rows. Each transaction sets all of them: behind a pooler, somebody else's
 * session may have left a setting on the connection.
 */
const NO_SCOPE = { customer: '', across_customers: '', reached_customers: '' } as const satisfies Scope

/** SQL that sets the settings which only transactions of several customers use to none, for statements that set the customer themselves. */
export const ONE_CUSTOMER_ONLY = "set_config('sportello.across_customers', '', true), set_config('sportello.reached_customers', '', true)"

function inScope<T>(db: Kysely<DB>, scope: Scope, work: (db: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    // The scope's own settings come first, by which the test of query plans tells the kinds of transactions apart.
    const settings = Object.entries({ ...scope, ...NO_SCOPE, ...scope, traceparent: traceparent() }).map(
      ([name, value]) => sql`set_config(${`sportello.${name}`}, ${value}, true)`,
    )
    await sql`select ${sql.join(settings)}`.execute(transaction)
    return work(transaction)
  })
}
