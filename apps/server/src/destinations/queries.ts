import type { ShownDelivery } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'
import type { CustomerKey, Sealing } from '../keys/rules.ts'
import type { Outcome } from './connector.ts'
import { openAnswer, sealedAnswer } from './sealed-deliveries.ts'

/** How long a try may take before its lane is thought to belong to a process that died: longer than the longest one. */
const HELD_S = 25

interface NewDelivery {
  customerCode: string
  requestId: string
  destination: string
  kind: string
  body: Buffer
}

/** A ticket that is to be handed over, in its lane; of one request to one destination there is one. */
export async function insertDelivery(db: CustomerDb, { customerCode, requestId, destination, kind, body }: NewDelivery): Promise<void> {
  await sql`
    with delivery as (
      insert into deliveries (customer_code, request_id, destination, kind, body)
      values (${customerCode}, ${requestId}, ${destination}, ${kind}, ${body}) on conflict do nothing returning *
    ) select enqueue_delivery(delivery) from delivery`.execute(db)
}

/** The same for a desk: a mail, which is written at its first try. */
export async function insertDeskMail(
  db: CustomerDb,
  { customerCode, requestId, destination, recipient, langCode }: Omit<NewDelivery, 'kind' | 'body'> & { recipient: string; langCode: string },
): Promise<void> {
  await sql`
    with mail as (
      insert into mails (customer_code, request_id, kind, lang_code, recipient, destination)
      values (${customerCode}, ${requestId}, 'desk', ${langCode}, ${recipient}, ${destination}) on conflict do nothing returning customer_code, id
    ) select enqueue('send_mail', customer_code, id) from mail`.execute(db)
}

export interface ClaimedDelivery {
  customer_code: string
  id: string
  request_id: string
  destination: string
  lane: number
  kind: string
  body: Buffer
  attempts: number
  tried: boolean
  ticket: string
  traceparent: string | null
  /** Until when the lane is this try's, as the database writes it. */
  held_until: string
}

/**
 * Takes, for one try each, the first deliveries of lanes that are free and due, and holds the lanes (`claim_deliveries`, migration 0035). No
 * transaction stays open meanwhile. What it costs depends on how many are taken, not on how many wait.
 */
export async function claimDeliveries(db: DeploymentDb, most: number): Promise<ClaimedDelivery[]> {
  return (await sql<ClaimedDelivery>`select * from claim_deliveries(${most}, ${HELD_S})`.execute(db)).rows
}

/**
 * What a try came to: delivered, waiting for its next one, or given up for a person to see. Its lane is free again. A try that took so long that
 * another was begun says nothing any more.
 */
export async function endTry(
  db: CustomerDb,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  pauseSeconds: number | undefined,
  key: CustomerKey | null,
): Promise<void> {
  const { customer_code, id, request_id, destination, lane, attempts, held_until } = delivery
  const state = outcome.delivered ? 'delivered' : pauseSeconds === undefined ? 'dead' : 'queued'
  const error = outcome.delivered ? null : storable(outcome.error)
  const externalId = outcome.delivered ? storable(outcome.externalId ?? '') || null : null
  // In the order in which an operator's actions hold the two rows.
  if (state === 'dead') await holdRequest(db, customer_code, request_id)
  const held = sql`customer_code = ${customer_code} and destination = ${destination} and lane = ${lane} and held_until = ${held_until}::timestamptz`
  // The lane before the delivery, as who claims it; and what was added to it until then is seen by the statements after.
  await sql`select from delivery_lanes where ${held} for update`.execute(db)
  const ended = await sql`
    update deliveries set state = ${state}, last_status = ${outcome.status}, last_answer = ${sealedAnswer(key, delivery, outcome.answer)}, last_error = ${error},
      next_attempt_at = case when ${state} = 'queued' then now() + make_interval(secs => ${pauseSeconds ?? 0}::float8) end,
      external_id = coalesce(${externalId}, external_id), delivered_at = case when ${state} = 'delivered' then now() end
    where customer_code = ${customer_code} and id = ${id} and state = 'queued' and attempts = ${attempts} returning id`.execute(db)
  await sql`
    update delivery_lanes set held_until = null, next_due_at = first_due_at(customer_code, destination, lane)
    where ${held}`.execute(db)
  if (state === 'dead' && ended.rows.length > 0) await settleRequest(db, customer_code, request_id)
}

/** What another system has said: a database takes no NUL. */
const storable = (text: string) => text.replaceAll('\0', '')

async function holdRequest(db: CustomerDb | DeploymentDb, customerCode: string, id: string): Promise<void> {
  await sql`select from requests where customer_code = ${customerCode} and id = ${id} for update`.execute(db)
}

/** Makes a request failed, or processed again, by what became of its destinations (docs/decisions/0022-destinations.md). */
export async function settleRequest(db: CustomerDb | DeploymentDb, customerCode: string, id: string): Promise<void> {
  await sql`select settle_request(${customerCode}, ${id})`.execute(db)
}

/** Sends all that was given up of a request once more: the same bytes under the same id. */
export async function replayRequest(db: DeploymentDb, customerCode: string, id: string): Promise<void> {
  await sql`
    with delivery as (
      ${requeued(sql`customer_code = ${customerCode} and request_id = ${id} and state = 'dead'`)}
    ), mail as (
      update mails set state = 'queued', next_attempt_at = null, attempts = 0
      where customer_code = ${customerCode} and request_id = ${id} and kind = 'desk' and state = 'failed' returning customer_code, id
    ) select enqueue_delivery(delivery) from delivery union all select enqueue('send_mail', customer_code, id) from mail`.execute(db)
  await settleRequest(db, customerCode, id)
}

/** Sends one delivery once more. */
export async function replayDelivery(db: DeploymentDb, customerCode: string, { id, request_id }: { id: string; request_id: string }): Promise<void> {
  await holdRequest(db, customerCode, request_id)
  await sql`
    with delivery as (
      ${requeued(sql`customer_code = ${customerCode} and id = ${id} and state <> 'queued'`)}
    ) select enqueue_delivery(delivery) from delivery`.execute(db)
  await settleRequest(db, customerCode, request_id)
}

interface PausedDelivery {
  customer_code: string
  id: string
  destination: string
  lane: number | null
}

/**
 * Ends the pause before the next try of a delivery: it is due now. Its attempts go on counting, so that a try under way still ends in its row.
 * The lane is locked before the delivery, as who claims it does.
 */
export async function hastenDelivery(db: DeploymentDb, { customer_code, id, destination, lane }: PausedDelivery): Promise<void> {
  await sql`select from delivery_lanes where customer_code = ${customer_code} and destination = ${destination} and lane = ${lane} for update`.execute(db)
  await sql`
    with delivery as (
      update deliveries set next_attempt_at = null where customer_code = ${customer_code} and id = ${id} and state = 'queued' returning *
    ) select enqueue_delivery(delivery) from delivery`.execute(db)
}

const requeued = (which: ReturnType<typeof sql>) =>
  sql`update deliveries set state = 'queued', attempts = 0, next_attempt_at = null, delivered_at = null where ${which} returning *`

const SHOWN = [
  'd.id',
  'd.customer_code as form',
  'd.destination',
  'd.kind',
  'd.state',
  'd.attempts',
  'd.last_status',
  'd.last_answer',
  'd.last_error',
  'd.external_id',
  'd.created_at',
  'd.last_attempt_at',
  'd.next_attempt_at',
  'd.delivered_at',
  'r.ticket',
] as const

export interface DeliveryFilters {
  form?: string | undefined
  state?: string | undefined
  ticket?: string | undefined
}

export function findDeliveries(db: DeploymentDb, { form, state, ticket }: DeliveryFilters = {}) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'd.customer_code').onRef('r.id', '=', 'd.request_id'))
    .$if(Boolean(form), (query) => query.where('d.customer_code', '=', form ?? ''))
    .$if(Boolean(state), (query) => query.where('d.state', '=', state ?? ''))
    .$if(Boolean(ticket), (query) => query.where('r.ticket', '=', ticket ?? ''))
}

export const shownDeliveries = (db: DeploymentDb, filters: DeliveryFilters = {}) => findDeliveries(db, filters).select(SHOWN)

/** The deliveries of a request, oldest first. */
export function deliveriesOf(db: DeploymentDb, customerCode: string, requestId: string) {
  return shownDeliveries(db).where('d.customer_code', '=', customerCode).where('d.request_id', '=', requestId).orderBy('d.created_at').orderBy('d.id').execute()
}

type Row = Awaited<ReturnType<typeof deliveriesOf>>[number]

export async function shownDelivery(sealing: Sealing, db: DeploymentDb, delivery: Row): Promise<ShownDelivery> {
  const { created_at, last_attempt_at, next_attempt_at, delivered_at, state, ...row } = delivery
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    ...row,
    last_answer: await openAnswer(sealing, db, delivery),
    state: state as ShownDelivery['state'],
    event_id: eventIdOf(row.id),
    created_at: created_at.toISOString(),
    last_attempt_at: iso(last_attempt_at),
    next_attempt_at: iso(next_attempt_at),
    delivered_at: iso(delivered_at),
  }
}

/** What a delivery is known by at its destination, at every try. */
export const eventIdOf = (id: string) => `msg_${id.replaceAll('-', '')}`
