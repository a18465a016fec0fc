import { DESK_CLOSED, IN_WORK } from '@sportello/contract'
import { type RawBuilder, sql } from 'kysely'
import { deliveriesOf } from '../../delivery/destinations/queries.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { startingWith } from '../../platform/http/like-pattern.ts'
import { foundBySearch, type SoughtRequests } from './search-requests.ts'

export interface RequestFilters {
  /** Text of the search; `sought` says what it finds. */
  q?: string | undefined
  sought?: SoughtRequests | undefined
  list?: 'attention' | 'new' | 'answers' | undefined
  form?: string | undefined
  state?: string | undefined
  states?: readonly string[] | undefined
  /** Filter of requests by the beginning of the ticket code. */
  ticket?: string | undefined
  email?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** State on the desk; `-closed` for every other state. */
  desk?: string | undefined
  /** User name of the assignee; `-` for nobody. */
  assignee?: string | undefined
  label?: string | undefined
  due_before?: string | undefined
  tickets?: readonly string[] | undefined
  /** User name of an agent, who sees only the own requests on the desk and those of nobody. */
  agent?: string | undefined
}

/** Returns true if a filter concerns the desk, so that only requests on the desk match. */
export function isOfDesk({ desk, assignee, label, due_before, agent }: RequestFilters): boolean {
  return Boolean(desk || assignee || label || due_before || agent)
}

/** SQL condition for a state on the desk. The indexes of what is in work need the constant. */
const ofState = (state: string): RawBuilder<boolean> => (state === IN_WORK ? sql`d.state <> ${sql.lit(DESK_CLOSED)}` : sql`d.state = ${state}`)

/** SQL conditions for the filters of the desk on its rows `d`. */
function deskConditions({ form, desk = '', assignee, label, due_before, agent }: RequestFilters): RawBuilder<boolean>[] {
  // A name, a date and a label are looked for among the requests in work, unless a state is chosen: nobody works on closed ones.
  return [
    ofState(desk || IN_WORK),
    ...(form ? [sql<boolean>`d.customer_code = ${form}`] : []),
    ...(assignee ? [assignee === '-' ? sql<boolean>`d.assignee is null` : sql<boolean>`d.assignee = ${assignee}`] : []),
    ...(agent ? [sql<boolean>`(d.assignee is null or d.assignee = ${agent})`] : []),
    ...(due_before ? [sql<boolean>`d.due_on < ${due_before}::date`] : []),
    ...(label
      ? [sql<boolean>`exists (select from desk_labels l where l.customer_code = d.customer_code and l.request_id = d.request_id and l.label = ${label})`]
      : []),
  ]
}

/** SQL that selects the keys of the requests on the desk that match the filters of the desk. */
const onDesk = (filters: RequestFilters) => sql`(select d.customer_code, d.request_id from desk_cases d where ${sql.join(deskConditions(filters), sql` and `)})`

/** Builds a query for the rows of the desk that match the filters of the desk. */
export function findCases(db: DeploymentDb, filters: RequestFilters) {
  return deskConditions(filters).reduce((query, condition) => query.where(condition), db.selectFrom('desk_cases as d'))
}

/** Builds a query for the requests with the given keys. */
export function requestsOfKeys(db: DeploymentDb, keys: readonly RequestKey[]) {
  return db.selectFrom('requests as r').where(sql<boolean>`(r.customer_code, r.id) in (${keysOf(keys)})`)
}

/**
 * The server searches at most this many failed or queued rows of each kind (request, delivery, mail) when it looks for
 * requests that need attention.
 */
const SEARCHED = 10_000

/**
 * SQL that selects the requests to which deliveries or mails in a given state belong. A queued row is selected only
 * after a failed attempt, which sets `next_attempt_at`.
 */
const requestsOf = (table: 'deliveries' | 'mails', state: string) => sql`
  (select customer_code, request_id from (select * from ${sql.table(table)} where state = ${state} order by created_at desc, id desc limit ${sql.lit(SEARCHED)}) o
    where o.state <> 'queued' or o.next_attempt_at is not null)`

/**
 * SQL that selects the keys of the requests that have failed, or whose deliveries or mails have. The inner queries read the
 * rows of one state through an index.
 */
const NEED_ATTENTION = sql<RequestKey>`
  (select customer_code, id from requests where state = 'failed' order by created_at desc, id desc limit ${sql.lit(SEARCHED)})
  union ${requestsOf('deliveries', 'dead')} union ${requestsOf('deliveries', 'queued')}
  union ${requestsOf('mails', 'failed')} union ${requestsOf('mails', 'queued')}`

interface RequestKey {
  customer_code: string
  id: string
}

/** Returns the keys of the requests that need attention, for several queries that need them: planning this one takes 20 ms. */
export async function findNeedingAttention(db: DeploymentDb): Promise<RequestKey[]> {
  return (await NEED_ATTENTION.execute(db)).rows
}

const keysOf = (requests: readonly RequestKey[]) =>
  sql`select * from unnest(${requests.map((request) => request.customer_code)}::text[], ${requests.map(({ id }) => id)}::uuid[])`

/**
 * SQL condition that is true if the request `r` was submitted in the last seven days and, according to the audit log,
 * no operator has opened it.
 */
const IS_NEW = sql<boolean>`r.created_at > now() - interval '7 days' and not exists (
  select from audit_lines l where l.action = 'request.open' and l.subject = r.ticket)`

/** SQL that selects the requests with messages that the desk has not read. Such messages have an index of their own. */
const UNREAD = sql`(select m.customer_code, m.request_id from request_messages m where m.sender = 'requester' and m.read_at is null)`

/**
 * Builds a query for the requests that match all filters. The caller selects the columns.
 * @param attention the requests that need attention, if the caller has found them
 */
export function findRequests(db: DeploymentDb, filters: RequestFilters, attention?: readonly RequestKey[]) {
  const { list, form, state, states, ticket, email, from, to, sought, tickets } = filters
  return db
    .selectFrom('requests as r')
    .$if(list === 'attention', (query) => query.where(sql<boolean>`(r.customer_code, r.id) in (${attention ? keysOf(attention) : NEED_ATTENTION})`))
    .$if(list === 'new', (query) => query.where(IS_NEW))
    .$if(list === 'answers', (query) => query.where(sql<boolean>`(r.customer_code, r.id) in ${UNREAD}`))
    .$if(isOfDesk(filters), (query) => query.where(sql<boolean>`(r.customer_code, r.id) in ${onDesk(filters)}`))
    .$if(sought !== undefined, (query) => query.where(foundBySearch(sought)))
    .$if(Boolean(form), (query) => query.where('r.customer_code', '=', form ?? ''))
    .$if(Boolean(state), (query) => query.where('r.state', '=', state ?? ''))
    .$if(states !== undefined, (query) => query.where('r.state', 'in', states ?? []))
    .$if(tickets !== undefined, (query) => query.where('r.ticket', 'in', [...(tickets ?? [])]))
    .$if(Boolean(ticket), (query) => query.where(startingWith('r.ticket', (ticket ?? '').trim().toUpperCase())))
    .$if(Boolean(email), (query) => query.where(startingWith('r.email_key', (email ?? '').trim().toLowerCase())))
    .$if(Boolean(from), (query) => query.where('r.created_at', '>=', new Date(from ?? '')))
    .$if(Boolean(to), (query) => query.where('r.created_at', '<', new Date(to ?? '')))
}

interface Found {
  id: string
  form: string
}

/**
 * Returns the worst state among the deliveries and mails of each request; requests without trouble are missing. Queued rows
 * count only after a failed attempt, which sets `next_attempt_at`. A failed mail does not count if a later mail of the same
 * kind exists. The ids' range lets PostgreSQL leave out partitions when it plans the statement.
 */
export async function findTrouble(db: DeploymentDb, requests: readonly Found[]): Promise<ReadonlyMap<string, 'retrying' | 'given_up'>> {
  const ids = requests.map(({ id }) => id).sort()
  if (ids.length === 0) return new Map()
  const outgoing = (table: 'deliveries' | 'mails') => sql`${sql.table(table)} o where o.customer_code = r.customer_code and o.request_id = r.id
    and o.request_id between ${ids[0]}::uuid and ${ids.at(-1)}::uuid`
  const { rows } = await sql<{ id: string; trouble: 'retrying' | 'given_up' | null }>`
    select r.id, case
      when exists (select from ${outgoing('deliveries')} and o.state = 'dead')
        or exists (select from ${outgoing('mails')} and o.state = 'failed' and not exists (
          select from mails later where later.customer_code = o.customer_code and later.request_id = o.request_id
            and later.request_id between ${ids[0]}::uuid and ${ids.at(-1)}::uuid and later.kind = o.kind and later.id > o.id))
        then 'given_up'
      when exists (select from ${outgoing('deliveries')} and o.state = 'queued' and o.next_attempt_at is not null)
        or exists (select from ${outgoing('mails')} and o.state = 'queued' and o.next_attempt_at is not null)
        then 'retrying' end as trouble
    from unnest(${requests.map(({ form }) => form)}::text[], ${requests.map(({ id }) => id)}::uuid[]) as r (customer_code, id)`.execute(db)
  return new Map(rows.flatMap(({ id, trouble }) => (trouble === null ? [] : [[id, trouble] as const])))
}

export function findRequest(db: DeploymentDb, ticket: string) {
  return requestBy(db, ticket).executeTakeFirst()
}

/**
 * Finds a request and locks its row until the transaction ends. For reading only, use `findRequest`, because it does
 * not block the workers.
 */
export function lockRequest(db: DeploymentDb, ticket: string) {
  return requestBy(db, ticket).forUpdate().executeTakeFirst()
}

/** Returns the keys of requests with the given tickets, in the order of the keys. */
export function findRequestKeys(db: DeploymentDb, tickets: readonly string[]) {
  return db
    .selectFrom('requests')
    .select(['customer_code', 'id', 'ticket'])
    .where('ticket', 'in', [...tickets])
    .orderBy('customer_code')
    .orderBy('id')
    .execute()
}

const requestBy = (db: DeploymentDb, ticket: string) => db.selectFrom('requests').selectAll().where('ticket', '=', ticket)

/** Returns the mails and deliveries of a request. */
export async function requestParts(db: DeploymentDb, { customer_code, id }: { customer_code: string; id: string }) {
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'state', 'recipient', 'attempts', 'last_error', 'created_at', 'next_attempt_at', 'sent_at'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { mails, deliveries: await deliveriesOf(db, customer_code, id) }
}

/** Finds an attachment by its own id and the ticket code of its request. */
export function findAttachment(db: DeploymentDb, ticket: string, id: string) {
  return db
    .selectFrom('attachments as a')
    .innerJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'a.customer_code').onRef('r.id', '=', 'a.request_id'))
    .select(['a.customer_code', 'a.id', 'a.property_code as property', 'a.name', 'a.size', 'a.sha256', 'a.key_id', 'a.malware'])
    .where('r.ticket', '=', ticket)
    .where(sql`a.id`, '=', id)
    .executeTakeFirst()
}
