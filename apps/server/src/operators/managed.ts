import type { AuditAction } from '@sportello/contract'
import type { Endpoint } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { acrossCustomers, acrossSome, type DeploymentDb } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import { type FileAnswer, fileRoute } from '../http/file-route.ts'
import { type Call, type Prepared, route, type StreamedList } from '../http/route.ts'
import { type Operator, operatorOf } from './credential.ts'

/** Puts a management call on the server; who may make it, its endpoint says, and `requireOperator` sees to it. */
export function managed<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>> & { operator: Operator }) => Promise<z.input<A> | Prepared | StreamedList>,
): void {
  route(app, endpoint, (call) => handler({ ...call, operator: operatorOf(call.request) }))
}

/** Puts a management call on the server that answers a file. */
export function managedFile<P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, z.ZodType, A>,
  handler: (call: { params: z.output<P>; query: z.output<Q>; left: AbortSignal; operator: Operator }) => Promise<FileAnswer>,
): void {
  fileRoute(app, endpoint, (call) => handler({ ...call, operator: operatorOf(call.request) }))
}

/** Runs `work` in a transaction that sees the rows of the customers in an operator's reach and no others. */
export function withinReach<T>(db: Kysely<DB>, { customers }: Operator, work: (db: DeploymentDb) => Promise<T>): Promise<T> {
  return customers === null ? acrossCustomers(db, work) : acrossSome(db, customers, work)
}

/**
 * The rows of the forms in an operator's reach. Row security lets no others through in any case, but finds them by looking at all; this way an index of the
 * form leads to them.
 */
export function ofReach<Q extends { where: (condition: Expression<SqlBool>) => Q }>(found: Q, column: string, { customers }: Operator): Q {
  if (customers === null) return found
  const [only = ''] = customers
  return found.where(customers.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${only}` : sql<SqlBool>`${sql.ref(column)} = any(${customers})`)
}

/** What is written of a change. */
export interface Change {
  action: AuditAction
  /** What it was done to. */
  subject: string
  /** The customer that it belongs to; absent where all share it. */
  customer?: string
  before?: unknown
  after?: unknown
}

/** Writes a change into the audit log, in the transaction of the change itself. Secrets must not come here. */
export async function audit(db: DeploymentDb, { username }: Pick<Operator, 'username'>, { action, subject, customer, before, after }: Change): Promise<void> {
  await db
    .insertInto('audit_lines')
    .values({ operator: username, action, subject, customer_code: customer ?? '', before: json(before), after: json(after) })
    .execute()
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(withoutRowVersion(value)))

/** A thing as it was read, without the version of its row: that is the database's, and says nothing to people. */
export function withoutRowVersion(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('version' in value) || typeof value.version !== 'string') return value
  const { version: _version, ...rest } = value
  return rest
}

/** Whether somebody else changed a thing since its operator read it (wire contract, "Further": ETag and `If-Match`). @throws Fault forms_mgmt0004. */
export function requireVersion(request: FastifyRequest, version: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${version}"`)) throw fault('forms_mgmt0004')
}

/**
 * The rest of this transaction reads lists along the index that has their order. The planner takes row security for a narrow filter, so
 * from some thousand rows on it would rather sort the whole table: page 100 of a million requests took 2.2 s, and takes 6 ms. Not where
 * another filter finds few rows.
 */
export async function readInOrder(db: DeploymentDb): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`.execute(db)
}

/** The columns that an order reads, first one first. */
type Order = readonly (readonly [column: string | Expression<unknown>, direction: 'asc' | 'desc'])[]

/**
 * Puts a list in one of its orders. "-" turns the whole of it round, so that the same index serves it from its other end.
 * @param orders the orders that there are: nothing else can be asked for
 */
export function inOrder<D, T extends keyof D, O, K extends string>(
  found: SelectQueryBuilder<D, T, O>,
  orders: Readonly<Record<K, Order>>,
  sort: K | `-${K}`,
): SelectQueryBuilder<D, T, O> {
  const turned = sort.startsWith('-')
  const order: Order = orders[(turned ? sort.slice(1) : sort) as K]
  return order.reduce((query, [column, direction]) => {
    const expression = typeof column === 'string' ? sql.ref(column) : column
    return query.orderBy(expression, (direction === 'asc') === turned ? 'desc' : 'asc')
  }, found)
}

/** Rows of a page that is found by the last row of the one before. */
const PAGE = 50

/** One row more than a page says that there is another. */
export const PAGE_READ = PAGE + 1

/** A page by its rows and one more. */
export function paged<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): { rows: Row[]; next: Row[Key] | null } {
  const shown = rows.slice(0, PAGE)
  return { rows: shown, next: rows.length > PAGE ? (shown.at(-1)?.[key] ?? null) : null }
}

const COUNTED = 10_000

/** How many rows a query finds, counted up to 10,000: nobody pages further, and counting a million takes its time. */
export async function countedUpTo<D, T extends keyof D, O>(db: DeploymentDb, found: SelectQueryBuilder<D, T, O>): Promise<{ total: number; more: boolean }> {
  const one = found.select(sql<number>`1`.as('one')).limit(COUNTED + 1)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${one}) as found`.execute(db)
  const n = rows[0]?.n ?? 0
  return { total: Math.min(n, COUNTED), more: n > COUNTED }
}
