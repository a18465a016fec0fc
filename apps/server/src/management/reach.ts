import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../platform/db/schema.ts'
import { acrossCustomers, acrossSome, type DeploymentDb } from '../platform/db/with-customer.ts'
import type { Operator } from './operator-session.ts'

/** Runs `work` in a transaction that sees only the rows of the customers that an operator may manage. */
export function withinReach<T>(db: Kysely<DB>, { customers }: Operator, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return customers === null ? acrossCustomers(db, work) : acrossSome(db, customers, work)
}

/**
 * Limits a query to the forms that an operator may manage. Row security hides the other rows anyway, but scans all of
 * them; with this condition PostgreSQL uses an index on the form.
 */
export function ofReach<Q extends { where: (condition: Expression<SqlBool>) => Q }>(found: Q, column: string, { customers }: Operator): Q {
  if (customers === null) return found
  const [only = ''] = customers
  return found.where(customers.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${only}` : sql<SqlBool>`${sql.ref(column)} = any(${customers})`)
}
