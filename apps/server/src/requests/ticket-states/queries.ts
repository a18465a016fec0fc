import type { ShownRequest, TicketState } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'

interface Ticket {
  customerCode: string
  requestId: string
  destination: string
  kind: string
  /** Number of the ticket in its system; null if unknown. */
  number: string | null
}

/** Stores that a request has a ticket in a ticket system. A known number is replaced, because a ticket can be opened again. */
export async function storeTicket(db: CustomerDb, { customerCode, requestId, destination, kind, number }: Ticket): Promise<void> {
  await sql`
    insert into ticket_states as t (customer_code, request_id, destination, kind, number)
    values (${customerCode}, ${requestId}, ${destination}, ${kind}, ${number})
    on conflict (customer_code, request_id, destination) do update set number = excluded.number
    where excluded.number is not null and excluded.number is distinct from t.number`.execute(db)
}

interface Sought {
  customerCode: string
  destination: string
  number: string | undefined
  /** Our ticket code, if the report names it. */
  code: string | undefined
  /** Words of the ticket's title, one of which may be our ticket code. */
  words: readonly string[]
}

/** Number of tickets with the same number that are looked at, the newest first. */
const SAME_NUMBER = 20

/**
 * Finds the request to which a ticket belongs: by our code if the report names it, otherwise by the ticket's number. The code
 * in the title counts if the number is unknown here, or if several tickets of the destination have had it. Sees only tickets
 * of the given destination of the given form.
 */
export async function findTicketRequest(db: CustomerDb, { customerCode, destination, number, code, words }: Sought): Promise<string | undefined> {
  if (code !== undefined) return requestOfCode(db, { customerCode, destination, words: [code] })
  if (number !== undefined) {
    const { rows } = await sql<{ id: string; ticket: string }>`
      select r.id, r.ticket from (
        select request_id from ticket_states where customer_code = ${customerCode} and destination = ${destination} and number = ${number}
        order by request_id desc limit ${sql.lit(SAME_NUMBER)}
      ) t join requests r on r.customer_code = ${customerCode} and r.id = t.request_id order by r.id desc`.execute(db)
    const found = rows.find(({ ticket }) => words.includes(ticket)) ?? rows[0]
    if (found) return found.id
  }
  return words.length === 0 ? undefined : requestOfCode(db, { customerCode, destination, number, words })
}

async function requestOfCode(db: CustomerDb, { customerCode, destination, number, words }: Omit<Sought, 'code' | 'number'> & { number?: string | undefined }) {
  // A delivery whose number is another one belongs to another ticket, whatever the title says.
  const { rows } = await sql<{ id: string }>`
    select r.id from requests r join deliveries d on d.customer_code = r.customer_code and d.request_id = r.id
    where r.customer_code = ${customerCode} and r.ticket = any(${[...words]}::text[]) and d.destination = ${destination}
      and (d.external_id is null or ${number ?? null}::text is null or d.external_id = ${number ?? null}) limit 2`.execute(db)
  // A title with the codes of two requests does not say which one it is.
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** The state of a ticket as its system reported it. */
export interface Report {
  state: string
  done: boolean
  /** Time of the change, by the system's clock. */
  at: Date
}

/** Number of changes that are kept per request. A system that changes a state back and forth must not fill the database. */
const MAX_CHANGES = 100

/**
 * Stores the state of a ticket, and the change in the request's history. Reports may arrive late, twice and in any order:
 * an older one than the newest that is stored changes nothing. The request must be locked against erasure.
 * @returns true if the state has changed
 */
export async function storeReport(db: CustomerDb, ticket: Ticket, { state, done, at }: Report): Promise<boolean> {
  const { customerCode, requestId, destination } = ticket
  await storeTicket(db, ticket)
  const own = sql`customer_code = ${customerCode} and request_id = ${requestId}`
  const { rows } = await sql<{ state: string | null; done: boolean; reported_at: Date | null }>`
    select state, done, reported_at from ticket_states where ${own} and destination = ${destination} for update`.execute(db)
  const [current] = rows
  if (!current || (current.reported_at && at < current.reported_at)) return false
  const isSame = current.state === state && current.done === done
  // A system whose clock has only seconds may report two changes with one time. The first one, repeated, is not a third.
  if (!isSame && current.reported_at?.getTime() === at.getTime()) {
    const seen = await sql`
      select from ticket_state_changes where ${own} and destination = ${destination} and state_at = ${at} and after = ${state} and done = ${done} limit 1`.execute(
      db,
    )
    if (seen.rows.length > 0) return false
  }
  await sql`
    update ticket_states set state = ${state}, done = ${done}, reported_at = ${at}, state_at = case when ${isSame} then state_at else ${at}::timestamptz end
    where ${own} and destination = ${destination}`.execute(db)
  if (isSame) return false
  await sql`
    insert into ticket_state_changes (customer_code, request_id, destination, state_at, before, after, done)
    values (${customerCode}, ${requestId}, ${destination}, ${at}, ${current.state}, ${state}, ${done})`.execute(db)
  await sql`
    delete from ticket_state_changes where ${own} and id <= (
      select id from ticket_state_changes where ${own} order by id desc offset ${sql.lit(MAX_CHANGES)} limit 1)`.execute(db)
  return true
}

/** Reads the states that ticket systems have reported of the requests of one page of a list. */
export async function readTicketStates(
  db: DeploymentDb,
  requests: readonly { form: string; id: string }[],
): Promise<ReadonlyMap<string, Pick<TicketState, 'destination' | 'kind' | 'state' | 'done'>[]>> {
  if (requests.length === 0) return new Map()
  const { rows } = await sql<{ id: string; destination: string; kind: string; state: string; done: boolean }>`
    select t.request_id as id, t.destination, t.kind, t.state, t.done
    from unnest(${requests.map(({ form }) => form)}::text[], ${requests.map(({ id }) => id)}::uuid[]) as r (customer_code, id)
    join ticket_states t on t.customer_code = r.customer_code and t.request_id = r.id
    where t.state is not null order by t.destination`.execute(db)
  const states = new Map<string, Pick<TicketState, 'destination' | 'kind' | 'state' | 'done'>[]>()
  for (const { id, ...state } of rows) states.set(id, [...(states.get(id) ?? []), state])
  return states
}

/** Returns the tickets of a request in ticket systems whose state is known, and the changes of their states, oldest first. */
export async function readTickets(
  db: DeploymentDb,
  { customer_code, id }: { customer_code: string; id: string },
): Promise<Pick<ShownRequest, 'ticket_states' | 'ticket_state_changes'>> {
  const states = await db
    .selectFrom('ticket_states')
    .select(['destination', 'kind', 'number', 'state', 'done', 'state_at'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .orderBy('destination')
    .execute()
  const changes = await db
    .selectFrom('ticket_state_changes')
    .select(['id', 'destination', 'state_at', 'received_at', 'before', 'after', 'done'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ticket_states: states.flatMap(({ state, state_at, ...row }) =>
      state === null || state_at === null ? [] : [{ ...row, state, at: state_at.toISOString() }],
    ),
    ticket_state_changes: changes.map(({ state_at, received_at, ...row }) => ({ ...row, at: state_at.toISOString(), received_at: received_at.toISOString() })),
  }
}

/**
 * Deletes what ticket systems reported of requests that the caller has erased in the same transaction. Reports lock the
 * request first, so that none is stored afterwards.
 */
export async function eraseTicketStates(db: DeploymentDb, customerCode: string, requestIds: readonly string[]): Promise<void> {
  for (const table of ['ticket_states', 'ticket_state_changes'] as const)
    await db
      .deleteFrom(table)
      .where('customer_code', '=', customerCode)
      .where('request_id', 'in', [...requestIds])
      .execute()
}
