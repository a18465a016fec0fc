import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { DB } from '../platform/db/schema.ts'
import { acrossCustomers, acrossSome, type DeploymentDb } from '../platform/db/with-customer.ts'
import type { Operator } from './operator-session.ts'

/** Runs `work` in a transaction that sees only the rows of the customers that an operator may manage. */
export function withinReach<T>(db: Kysely<DB>, { customers }: Operator, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return customers === null ? acrossCustomers(db, work) : acrossSome(db, customers, work)
}

/** Runs reads of an operator that may be slightly old, from a replica if there are any, but never older than the operator's own changes. */
export function readFor<T>(
  { kysely, jobs, replicas }: Pick<Database, 'kysely' | 'jobs' | 'replicas'>,
  { hasChanged, session }: Operator,
  work: (db: Kysely<DB>) => Promise<T>,
  kind: 'calls' | 'jobs' = 'calls',
): Promise<T> {
  if (hasChanged) return work(kind === 'jobs' ? jobs : kysely)
  return replicas.read(work, kind, session)
}

/** As `withinReach`, for reads that may be slightly old (`readFor`). */
export function readWithinReach<T>(
  database: Pick<Database, 'kysely' | 'jobs' | 'replicas'>,
  operator: Operator,
  work: (db: DeploymentDb) => Promise<T>,
  kind: 'calls' | 'jobs' = 'calls',
): Promise<T> {
  return readFor(database, operator, (db) => withinReach(db, operator, work), kind)
}

/**
 * SQL condition that is true if an operator may manage a form definition. `column` contains the definition's code. A
 * definition belongs to no customer. An operator who may manage only some customers may manage a definition if at
 * least one of these customers uses it and no other customer does. The transaction must see all customers
 * (`acrossCustomers`).
 */
export function ofReachedDefinition(column: string, { customers }: Pick<Operator, 'customers'>): RawBuilder<SqlBool> {
  if (customers === null) return sql<SqlBool>`true`
  const code = sql.ref(column)
  // The first SQL condition finds the few candidate definitions through an index; the second reads the customers that
  // use each of them.
  return sql<SqlBool>`(${code} in (select c.code_tag from customers c where c.customer_code = any(${customers}::text[]))
    and (select bool_and(c.customer_code = any(${customers}::text[])) from customers c where c.code_tag = ${code}))`
}

/**
 * Returns true if a form definition with the given code exists and the operator may manage it. The transaction must see
 * all customers.
 */
export async function isReachedDefinition(db: DeploymentDb, operator: Pick<Operator, 'customers'>, codeTag: string): Promise<boolean> {
  const { rows } = await sql`select from definitions d where d.code_tag = ${codeTag} and ${ofReachedDefinition('d.code_tag', operator)}`.execute(db)
  return rows.length > 0
}

/**
 * Limits a query to the forms that an operator may manage. Row security also hides the other forms' rows, but must scan
 * them; with an explicit condition, PostgreSQL uses the index on the form.
 */
export function ofReach<Q extends { where: (condition: Expression<SqlBool>) => Q }>(found: Q, column: string, { customers }: Operator): Q {
  if (customers === null) return found
  const [only = ''] = customers
  return found.where(customers.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${only}` : sql<SqlBool>`${sql.ref(column)} = any(${customers})`)
}
