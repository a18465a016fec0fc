import type { Trouble } from '@sportello/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Operator } from '../../management/operator-session.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/** Maximum number of failed items that the dashboard lists for each kind and state. */
const SHOWN = 10

/** Maximum number of queued deliveries or mails that the server searches for failed attempts. */
const SEARCHED = 10_000

type Row = Omit<Trouble, 'created_at' | 'next_attempt_at'> & { created_at: Date; next_attempt_at: Date | null }

/**
 * Returns the requests, deliveries and mails that have failed or wait for another attempt. Each statement reads the
 * rows
 * of one state through an index. If a request failed only because its deliveries failed, returns just the deliveries.
 */
export async function findTroubles(db: DeploymentDb, { customers }: Operator): Promise<Trouble[]> {
  const reached = customers === null ? sql`true` : sql`o.customer_code = any(${customers})`
  const failedRequests = sql<Row>`
    select 'request' as kind, o.id, o.ticket, o.customer_code as form, null as what, 'failed' as state, o.failure as error, o.created_at, null as next_attempt_at
    from requests o where o.state = 'failed' and o.processed_at is null and ${reached} order by o.created_at desc, o.id desc limit ${sql.lit(SHOWN)}`
  const found = [
    failedRequests,
    attempts('deliveries', failed('deliveries', 'dead', reached)),
    attempts('mails', failed('mails', 'failed', reached, isLatest)),
    attempts('deliveries', retrying('deliveries', reached)),
    attempts('mails', retrying('mails', reached)),
  ]
  const troubles: Trouble[] = []
  for (const statement of found) {
    const { rows } = await statement.execute(db)
    troubles.push(...rows.map(shown))
  }
  const rank = ({ state }: Trouble) => (state === 'failed' ? 0 : 1)
  return troubles.sort((one, other) => rank(one) - rank(other) || other.created_at.localeCompare(one.created_at))
}

type Table = 'deliveries' | 'mails'

const KINDS = { deliveries: { kind: 'delivery', what: 'destination' }, mails: { kind: 'mail', what: 'kind' } } as const

/**
 * SQL condition that is true if a mail is the latest of its kind for its request. A failed mail counts as a problem
 * only
 * then.
 */
const isLatest = sql`not exists (select from mails later where later.customer_code = o.customer_code and later.request_id = o.request_id
  and later.kind = o.kind and later.id > o.id)`

const failed = (table: Table, state: string, reached: RawBuilder<unknown>, condition: RawBuilder<unknown> = sql`true`) =>
  sql`select o.* from ${sql.table(table)} o where o.state = ${state} and ${reached} and ${condition} order by o.created_at desc, o.id desc limit ${sql.lit(SHOWN)}`

const retrying = (table: Table, reached: RawBuilder<unknown>) =>
  sql`select o.* from (select * from ${sql.table(table)} where state = 'queued' order by created_at, id limit ${sql.lit(SEARCHED)}) o
    where o.next_attempt_at is not null and ${reached} limit ${sql.lit(SHOWN)}`

/**
 * Builds the SQL statement for failed deliveries or mails. Each row also contains the ticket code of its request, which is
 * looked up for each row, because PostgreSQL would read all partitions of the requests for a join.
 */
function attempts(table: Table, rows: RawBuilder<unknown>) {
  const { kind, what } = KINDS[table]
  return sql<Row>`
    select ${kind} as kind, o.id, (select r.ticket from requests r where r.customer_code = o.customer_code and r.id = o.request_id), o.customer_code as form,
      ${sql.ref(`o.${what}`)} as what,
      case o.state when 'queued' then 'retrying' else 'failed' end as state, o.last_error as error, o.created_at, o.next_attempt_at
    from (${rows}) o`
}

const shown = ({ created_at, next_attempt_at, ...row }: Row): Trouble => ({
  ...row,
  created_at: created_at.toISOString(),
  next_attempt_at: row.state === 'retrying' ? (next_attempt_at?.toISOString() ?? null) : null,
})
