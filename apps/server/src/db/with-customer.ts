import { type Kysely, sql, type Transaction } from 'kysely'
import { traceparent } from '../tracing/tracing.ts'
import type { DB } from './schema.ts'

declare const wall: unique symbol

/** A transaction that sees one customer's rows. Only `withCustomer` makes one. */
export type CustomerDb = Transaction<DB> & { readonly [wall]: 'one customer' }

/** A transaction that sees the rows of all customers: import, export, lists of the deployment. Only `acrossCustomers` makes one. */
export type DeploymentDb = Transaction<DB> & { readonly [wall]: 'all customers' }

/** Runs `work` in a transaction in which row security lets through the rows of `customerCode` and no others. */
export function withCustomer<T>(db: Kysely<DB>, customerCode: string, work: (db: CustomerDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('sportello.customer', ${customerCode}, true), set_config('sportello.traceparent', ${traceparent()}, true)`.execute(transaction)
    return work(transaction as CustomerDb)
  })
}

/** Runs `work` in a transaction that may see every customer. For the deployment's own work, never on behalf of a visitor. */
export function acrossCustomers<T>(db: Kysely<DB>, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('sportello.across_customers', 'on', true), set_config('sportello.traceparent', ${traceparent()}, true)`.execute(transaction)
    return work(transaction as DeploymentDb)
  })
}
