import { type Kysely, sql, type Transaction } from 'kysely'
import { traceparent } from '../tracing/tracing.ts'
import { onceMore } from './once-more.ts'
import type { DB } from './schema.ts'

declare const wall: unique symbol

/** A transaction that sees one customer's rows. Only `withCustomer` makes one. */
export type CustomerDb = Transaction<DB> & { readonly [wall]: 'one customer' }

/** A transaction that sees the rows of all customers: import, export, lists of the deployment. Only `acrossCustomers` makes one. */
export type DeploymentDb = Transaction<DB> & { readonly [wall]: 'all customers' }

/** What row security reads of a transaction, by the settings' names below `sportello`. */
type Scope = Readonly<Partial<Record<'customer' | 'across_customers' | 'reached_customers', string>>>

/**
 * Runs `work` in a transaction in which row security lets through the rows of `customerCode` and no others. Who has to give way to another runs again
 * (`onceMore`): `work` does nothing outside of the database.
 */
export function withCustomer<T>(db: Kysely<DB>, customerCode: string, work: (db: CustomerDb) => Promise<T>): Promise<T> {
  return onceMore(() => withCustomerOnce(db, customerCode, work))
}

/** As `withCustomer`, for work that does something outside of the database too: who has to give way does not run again. */
export function withCustomerOnce<T>(db: Kysely<DB>, customerCode: string, work: (db: CustomerDb) => Promise<T>): Promise<T> {
  return inScope(db, { customer: customerCode }, (transaction) => work(transaction as CustomerDb))
}

/** Runs `work`, as `withCustomer`, in a transaction that may see every customer. For the deployment's own work, never on behalf of a visitor. */
export function acrossCustomers<T>(db: Kysely<DB>, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return onceMore(() => inScope(db, { across_customers: 'on' }, (transaction) => work(transaction as DeploymentDb)))
}

/** Runs `work`, as `withCustomer`, in a transaction that sees the rows of some customers and no others. */
export function acrossSome<T>(db: Kysely<DB>, customerCodes: readonly string[], work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  // Codes hold no comma; an empty list must not read as "none said".
  const reached = customerCodes.length === 0 ? ',' : customerCodes.join(',')
  return onceMore(() => inScope(db, { reached_customers: reached }, (transaction) => work(transaction as DeploymentDb)))
}

function inScope<T>(db: Kysely<DB>, scope: Scope, work: (db: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const settings = Object.entries({ ...scope, traceparent: traceparent() }).map(([name, value]) => sql`set_config(${`sportello.${name}`}, ${value}, true)`)
    await sql`select ${sql.join(settings)}`.execute(transaction)
    return work(transaction)
  })
}
