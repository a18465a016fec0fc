import { DESK_CLOSED, DESK_OPEN, type Desk, type DeskChange } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'

export { type ChangedCase, type ChangedRequest, type LastChange, readChangedCases, readChangedRequests, readLastChanges } from './changes.ts'

interface Key {
  customer_code: string
  id: string
}

export { countArrived, countClosed, countOpen, secondsOfDeskClass } from './figures.ts'

/** The row of a request on the desk, with its labels in alphabetical order. */
export interface DeskRow extends Desk {
  version: number
}

/** What the desk says about a request without a row. */
export const UNTOUCHED: DeskRow = { state: DESK_OPEN, assignee: null, due_on: null, labels: [], version: 0 }

/** Puts a request on the desk. Has no effect if it is there already. */
export async function openCase(db: CustomerDb | DeploymentDb, { customer_code, id }: Key): Promise<void> {
  await db
    .insertInto('desk_cases')
    .values({ customer_code, request_id: id })
    .onConflict((clash) => clash.doNothing())
    .execute()
}

const labelsOfCase = sql<string[]>`array(
  select l.label from desk_labels l where l.customer_code = d.customer_code and l.request_id = d.request_id order by 1)`.as('labels')
const dueOn = sql<string | null>`to_char(d.due_on, 'YYYY-MM-DD')`.as('due_on')

/** Reads what the desk says about the requests of one page of a list. Requests that are not on the desk are missing. */
export async function readDesks(db: DeploymentDb, requests: readonly { form: string; id: string }[]): Promise<ReadonlyMap<string, Desk>> {
  if (requests.length === 0) return new Map()
  const { rows } = await sql<Desk & { id: string }>`
    select d.request_id as id, d.state, d.assignee, ${dueOn.expression} as due_on, ${labelsOfCase.expression} as labels
    from unnest(${requests.map(({ form }) => form)}::text[], ${requests.map(({ id }) => id)}::uuid[]) as r (customer_code, id)
    join desk_cases d on d.customer_code = r.customer_code and d.request_id = r.id`.execute(db)
  return new Map(rows.map(({ id, ...desk }) => [id, desk]))
}

/** Reads what the desk says about one request; undefined if it is not on the desk. */
export function readDesk(db: DeploymentDb, { customer_code, id }: Key): Promise<DeskRow | undefined> {
  return deskOf(db, { customer_code, id }).executeTakeFirst()
}

const deskOf = (db: DeploymentDb, { customer_code, id }: Key) =>
  db
    .selectFrom('desk_cases as d')
    .select(['d.state', 'd.assignee', 'd.version', dueOn, labelsOfCase])
    .where('d.customer_code', '=', customer_code)
    .where('d.request_id', '=', id)

/**
 * Puts a request on the desk if necessary, and locks its row there until the transaction ends.
 * @throws ApiError http_not_found if the request was erased meanwhile
 */
export async function holdCase(db: DeploymentDb, key: Key): Promise<DeskRow> {
  // An erasure of the request waits until this transaction ends, and then deletes what it has stored.
  const { rows } = await sql`select from requests where customer_code = ${key.customer_code} and id = ${key.id} for key share`.execute(db)
  if (rows.length === 0) throw apiError('http_not_found')
  await openCase(db, key)
  await sql`select from desk_cases where customer_code = ${key.customer_code} and request_id = ${key.id} for update`.execute(db)
  // A statement of its own: one that waited for the lock would see the labels as they were when it began.
  return deskOf(db, key).executeTakeFirstOrThrow()
}

/** What operators did with a request, oldest first. */
export function readEntries(db: DeploymentDb, { customer_code, id }: Key) {
  return db
    .selectFrom('desk_entries')
    .select(['id', 'created_at', 'operator', 'kind', 'before', 'after', 'note'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
}

export interface Change {
  kind: 'state' | 'assignee' | 'due_on' | 'labels'
  before: string | string[] | null
  after: string | string[] | null
}

/** Returns what a change of a request on the desk really changes. */
export function changesOf(current: DeskRow, change: DeskChange): Change[] {
  const labels = change.labels && [...new Set(change.labels)].toSorted()
  const wanted: Change[] = [
    { kind: 'state', before: current.state, after: change.state ?? current.state },
    { kind: 'assignee', before: current.assignee, after: change.assignee === undefined ? current.assignee : change.assignee },
    { kind: 'due_on', before: current.due_on, after: change.due_on === undefined ? current.due_on : change.due_on },
    { kind: 'labels', before: current.labels.toSorted(), after: labels ?? current.labels.toSorted() },
  ]
  return wanted.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** Stores changes of a request whose row on the desk is locked, and who made them. */
export async function storeChanges(db: DeploymentDb, { customer_code, id }: Key, changes: readonly Change[], operator: string): Promise<void> {
  if (changes.length === 0) return
  const wanted = new Map(changes.map(({ kind, after }) => [kind, after]))
  await db
    .updateTable('desk_cases')
    .set({
      version: sql<number>`version + 1`,
      changed_at: sql<Date>`clock_timestamp()`,
      first_at: sql<Date>`coalesce(first_at, clock_timestamp())`,
      ...(wanted.has('state') && {
        state: String(wanted.get('state')),
        closed_at: wanted.get('state') === DESK_CLOSED ? sql<Date>`clock_timestamp()` : null,
      }),
      ...(wanted.has('assignee') && { assignee: wanted.get('assignee') as string | null }),
      ...(wanted.has('due_on') && { due_on: sql<Date>`${wanted.get('due_on')}::date` }),
    })
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .execute()
  const labels = wanted.get('labels')
  if (Array.isArray(labels)) {
    await db.deleteFrom('desk_labels').where('customer_code', '=', customer_code).where('request_id', '=', id).execute()
    if (labels.length > 0)
      await db
        .insertInto('desk_labels')
        .values(labels.map((label) => ({ customer_code, request_id: id, label })))
        .execute()
  }
  await db
    .insertInto('desk_entries')
    .values(
      changes.map(({ kind, before, after }) => ({
        customer_code,
        request_id: id,
        operator,
        kind,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute()
}

/** Stores a note under an id that the caller has made, because the note is encrypted for it. */
export async function storeNote(db: DeploymentDb, { customer_code, id }: Key, note: { id: string; text: string; operator: string }): Promise<void> {
  await db.insertInto('desk_entries').values({ customer_code, request_id: id, id: note.id, operator: note.operator, kind: 'note', note: note.text }).execute()
  await db
    .updateTable('desk_cases')
    .set({ changed_at: sql<Date>`clock_timestamp()`, first_at: sql<Date>`coalesce(first_at, clock_timestamp())` })
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .execute()
}

/** Deletes what the desk says about requests, which the caller has erased in the same transaction. */
export async function eraseCases(db: DeploymentDb, customerCode: string, requestIds: readonly string[]): Promise<void> {
  // The request that was worked on instead of them is gone: they are to be done again, unless it was.
  await sql`
    update desk_cases d set state = ${DESK_OPEN}, version = version + 1, changed_at = now() from desk_merges m
    where m.customer_code = ${customerCode} and m.into_id = any (${[...requestIds]}::uuid[]) and d.customer_code = m.customer_code and d.request_id = m.request_id
      and not exists (select from desk_cases main where main.customer_code = m.customer_code and main.request_id = m.into_id and main.state = 'closed')`.execute(
    db,
  )
  for (const table of ['desk_cases', 'desk_labels', 'desk_entries', 'desk_merges'] as const)
    await db
      .deleteFrom(table)
      .where('customer_code', '=', customerCode)
      .where('request_id', 'in', [...requestIds])
      .execute()
  await db
    .deleteFrom('desk_merges')
    .where('customer_code', '=', customerCode)
    .where('into_id', 'in', [...requestIds])
    .execute()
}

/** Number of different states, and of different labels, that a list of filters offers. */
const CHOICES = 200

/** Returns the different values that requests on the desk have now, in alphabetical order. Jumps from value to value in an index. */
export async function usedWords(db: DeploymentDb, kind: 'states' | 'labels'): Promise<string[]> {
  const [table, column] = kind === 'states' ? [sql.table('desk_cases'), sql.ref('state')] : [sql.table('desk_labels'), sql.ref('label')]
  const { rows } = await sql<{ word: string }>`
    with recursive used as (
      (select ${column} as word from ${table} order by 1 limit 1)
      union all select (select t.${column} from ${table} t where t.${column} > used.word order by 1 limit 1) from used where used.word is not null
    ) select word from used where word is not null limit ${CHOICES}`.execute(db)
  return rows.map(({ word }) => word)
}

export { deleteMerge, findCandidates, mergedInto, readMerges, storeMerge, storeMergeEntry } from './merges.ts'
export { noteRequester, touchCase } from './requester.ts'
