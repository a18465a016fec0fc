import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/** A row of the desk that lately changed. `stamp` differs after each change, also after a note, which leaves the version. */
export interface ChangedCase {
  customer_code: string
  id: string
  version: number
  assignee: string | null
  stamp: string
}

/** Returns the rows of the desk that changed in the last seconds, by the database's clock, newest first. */
export async function readChangedCases(db: DeploymentDb, seconds: number, limit: number): Promise<ChangedCase[]> {
  const { rows } = await sql<ChangedCase>`
    select customer_code, request_id as id, version, assignee, version || ' ' || changed_at as stamp from desk_cases
    where changed_at > now() - make_interval(secs => ${seconds}) order by changed_at desc limit ${limit}`.execute(db)
  return rows
}

/** What is known of a changed request besides its row on the desk. */
export interface ChangedRequest {
  id: string
  ticket: string
  /** The assignees that the request lately had before; null stands for nobody. */
  former: (string | null)[]
}

/** Returns the tickets and former assignees of changed requests. The ids' range lets PostgreSQL leave out partitions. */
export async function readChangedRequests(db: DeploymentDb, changed: readonly ChangedCase[], seconds: number): Promise<ChangedRequest[]> {
  const ids = changed.map(({ id }) => id).sort()
  if (ids.length === 0) return []
  const { rows } = await sql<ChangedRequest>`
    select r.id, r.ticket, array(select e.before #>> '{}' from desk_entries e where e.customer_code = r.customer_code and e.request_id = r.id
      and e.kind = 'assignee' and e.created_at > now() - make_interval(secs => ${seconds})) as former
    from unnest(${changed.map(({ customer_code }) => customer_code)}::text[], ${changed.map(({ id }) => id)}::uuid[]) as c (customer_code, id)
    join requests r on r.customer_code = c.customer_code and r.id = c.id and r.id between ${ids[0]}::uuid and ${ids.at(-1)}::uuid`.execute(db)
  return rows
}

export interface LastChange {
  operator: string
  at: Date
  kinds: ('state' | 'assignee' | 'due_on' | 'labels' | 'note' | 'merged' | 'absorbed' | 'withdrawn')[]
}

/** Returns what was last changed of each request of a list, and by whom; requests that no operator changed are missing. */
export async function readLastChanges(db: DeploymentDb, requests: readonly { form: string; id: string }[]): Promise<ReadonlyMap<string, LastChange>> {
  if (requests.length === 0) return new Map()
  const { rows } = await sql<LastChange & { id: string }>`
    select r.id, last.operator, last.created_at as at, last.kinds
    from unnest(${requests.map(({ form }) => form)}::text[], ${requests.map(({ id }) => id)}::uuid[]) as r (customer_code, id)
    cross join lateral (
      select e.operator, e.created_at, array_agg(e.kind order by e.id) as kinds from desk_entries e
      where e.customer_code = r.customer_code and e.request_id = r.id
      group by e.created_at, e.operator order by e.created_at desc limit 1
    ) last`.execute(db)
  return new Map(rows.map(({ id, ...last }) => [id, last]))
}
