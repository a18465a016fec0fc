import { DESK_CLOSED } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb } from '../../platform/db/with-customer.ts'

interface Key {
  customer_code: string
  id: string
}

/** States in which a requester can withdraw a request. */
export const WITHDRAWABLE: readonly string[] = ['received', 'awaiting_confirmation', 'confirmed', 'processed', 'failed']

/** Reads the parts of a request that its follow-up page shows. The answers are not among them. */
export function readFollowedRequest(db: CustomerDb, { customer_code, id }: Key, withdrawHours: number | undefined) {
  return db
    .selectFrom('requests')
    .select([
      'customer_code',
      'id',
      'ticket',
      'opens_ticket',
      'state',
      'email',
      'lang_code',
      'created_at',
      'confirmed_at',
      'processed_at',
      'expires_at',
      'definition_code_tag',
      'definition_version',
      'code_tag',
    ])
    .select(sql<Date>`created_at + make_interval(secs => ${(withdrawHours ?? 0) * 3_600}::float8)`.as('withdraw_until'))
    .select(sql<boolean>`created_at + make_interval(secs => ${(withdrawHours ?? 0) * 3_600}::float8) <= now()`.as('is_late'))
    .where('customer_code', '=', customer_code)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Reads the states of a request on the desk and in ticket systems: nothing else that operators store. */
export async function readStates(db: CustomerDb, { customer_code, id }: Key) {
  const desk = await sql<{ state: string }>`select state from desk_cases where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
  const changes = await sql<{ at: Date; before: string; after: string }>`
    select created_at as at, before #>> '{}' as before, after #>> '{}' as after from desk_entries
    where customer_code = ${customer_code} and request_id = ${id} and kind = 'state' order by id`.execute(db)
  const tickets = await sql<{ state: string | null; done: boolean }>`
    select state, done from ticket_states where customer_code = ${customer_code} and request_id = ${id} order by destination`.execute(db)
  const reports = await sql<{ at: Date; after: string; done: boolean }>`
    select state_at as at, after, done from ticket_state_changes where customer_code = ${customer_code} and request_id = ${id} order by id`.execute(db)
  const merged = await sql`select from desk_merges where customer_code = ${customer_code} and request_id = ${id}`.execute(db)
  return {
    desk: desk.rows[0]?.state ?? null,
    changes: changes.rows,
    tickets: tickets.rows,
    reports: reports.rows,
    isMerged: merged.rows.length > 0,
  }
}

export function readFiles(db: CustomerDb, { customer_code, id }: Key) {
  return db
    .selectFrom('attachments')
    .select(['id', 'name', 'size'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Finds a file of a request. */
export function findFile(db: CustomerDb, { customer_code, id }: Key, fileId: string) {
  return db
    .selectFrom('attachments')
    .select(['customer_code', 'id', 'name', 'size', 'sha256', 'key_id', 'malware'])
    .where('customer_code', '=', customer_code)
    .where('request_id', '=', id)
    .where(sql<string>`id`, '=', fileId)
    .executeTakeFirst()
}

/**
 * Withdraws a request, with one conditional UPDATE and the database's clock. The caller has locked the request and its row on the
 * desk, so that no operator closes it meanwhile.
 * @returns undefined if that is not possible any more
 */
export async function cancelByRequester(db: CustomerDb, { customer_code, id }: Key, hours: number): Promise<{ was_processed: boolean } | undefined> {
  const { rows } = await sql<{ was_processed: boolean }>`
    update requests r set state = 'cancelled'
    where r.customer_code = ${customer_code} and r.id = ${id} and r.state = any(${[...WITHDRAWABLE]}::text[])
      and r.created_at + make_interval(secs => ${hours * 3_600}::float8) > now()
      and not exists (select from desk_cases d where d.customer_code = r.customer_code and d.request_id = r.id and d.state = ${sql.lit(DESK_CLOSED)})
      and not exists (select from desk_merges m where m.customer_code = r.customer_code and m.request_id = r.id)
    returning r.processed_at is not null as was_processed`.execute(db)
  return rows[0]
}

/** Locks the row of a request on the desk, if it is there. */
export async function lockCase(db: CustomerDb, { customer_code, id }: Key): Promise<boolean> {
  return (await sql`select from desk_cases where customer_code = ${customer_code} and request_id = ${id} for update`.execute(db)).rows.length > 0
}

/**
 * Deletes the mails and deliveries of a withdrawn request that nobody has tried to send. A delivery that was tried stays: its ticket may
 * exist elsewhere, and the next attempt ends it.
 */
export async function stopSending(db: CustomerDb, { customer_code, id }: Key): Promise<void> {
  await sql`
    delete from mails where customer_code = ${customer_code} and id in (
      select m.id from mails m where m.customer_code = ${customer_code} and m.request_id = ${id} and m.state = 'queued' and m.attempts = 0
        and m.kind in ('validation', 'success', 'desk') for update skip locked) and request_id = ${id}`.execute(db)
  // The queue rows of the destinations first, as claim_deliveries does, to prevent deadlocks.
  const lanes = await sql<{ destination: string; lane: number }>`
    select l.destination, l.lane from delivery_lanes l where (l.customer_code, l.destination, l.lane) in (
      select d.customer_code, d.destination, d.lane from deliveries d where d.customer_code = ${customer_code} and d.request_id = ${id} and d.state = 'queued')
    order by l.destination, l.lane for update`.execute(db)
  if (lanes.rows.length === 0) return
  await sql`
    delete from deliveries where customer_code = ${customer_code} and request_id = ${id} and state = 'queued' and last_attempt_at is null`.execute(db)
  for (const { destination, lane } of lanes.rows)
    await sql`
      update delivery_lanes set next_due_at = first_due_at(customer_code, destination, lane)
      where customer_code = ${customer_code} and destination = ${destination} and lane = ${lane}`.execute(db)
}
