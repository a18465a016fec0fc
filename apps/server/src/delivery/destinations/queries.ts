import type { ShownDelivery } from '@sportello/contract'
import { sql } from 'kysely'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import type { CustomerKey, Encryption } from '../../platform/keys/rules.ts'
import { holdRequest, updateRequestState } from '../../requests/requests/queries.ts'
import { storeTicket } from '../../requests/ticket-states/queries.ts'
import type { Outcome } from './connector.ts'
import { decryptAnswer, encryptedAnswer } from './encrypted-deliveries.ts'

/**
 * Number of seconds for which a delivery attempt claims a destination's queue row. Every attempt takes less time. If
 * the
 * row is still claimed after that time, the attempt's process has crashed, and another process may claim the row.
 */
const HELD_S = 25

interface NewDelivery {
  customerCode: string
  requestId: string
  destination: string
  kind: string
  body: Buffer
}

/**
 * Queues the delivery of a ticket to a destination. Each destination has several queue rows (table `delivery_lanes`),
 * and
 * the delivery waits in one of them. A request has at most one delivery per destination.
 */
export async function insertDelivery(db: CustomerDb, { customerCode, requestId, destination, kind, body }: NewDelivery): Promise<void> {
  await sql`
    with delivery as (
      insert into deliveries (customer_code, request_id, destination, kind, body)
      values (${customerCode}, ${requestId}, ${destination}, ${kind}, ${body}) on conflict do nothing returning *
    ) select enqueue_delivery(delivery) from delivery`.execute(db)
}

/** Queues the mail about a ticket to a department. The text is rendered on the first attempt to send the mail. */
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
  /** Time until which the delivery attempt has claimed the queue row, in PostgreSQL's text format. */
  held_until: string
}

/**
 * Claims free queue rows of destinations. For each claimed row, also claims the first due delivery, for one attempt
 * (`claim_deliveries`, migration 0035). No transaction stays open during the attempts. The cost depends on the number
 * of claimed deliveries, not on the length of the queue.
 */
export async function claimDeliveries(db: DeploymentDb, most: number): Promise<ClaimedDelivery[]> {
  return (await sql<ClaimedDelivery>`select * from claim_deliveries(${most}, ${HELD_S})`.execute(db)).rows
}

/**
 * Records the result of a delivery attempt (delivered, queued again, or dead letter) and frees the destination's queue
 * row. Does nothing if the attempt took so long that another attempt has already started.
 */
export async function recordAttempt(
  db: CustomerDb,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  pauseSeconds: number | undefined,
  key: CustomerKey | null,
): Promise<void> {
  const { customer_code, id, request_id, destination, lane, attempts, held_until } = delivery
  const state = outcome.delivered ? 'delivered' : pauseSeconds === undefined ? 'dead' : 'queued'
  const error = outcome.delivered ? null : withoutNul(outcome.error)
  const externalId = outcome.delivered ? withoutNul(outcome.externalId ?? '') || null : null
  // Locks the request before the delivery, as the operators' actions do, to prevent deadlocks.
  if (state === 'dead') await holdRequest(db, customer_code, request_id)
  const held = sql`customer_code = ${customer_code} and destination = ${destination} and lane = ${lane} and held_until = ${held_until}::timestamptz`
  // Locks the destination's queue row before the delivery's row, as `claim_deliveries` does, to prevent deadlocks.
  // Other transactions may queue deliveries while this one waits for the lock. The following statements see those
  // deliveries too.
  await sql`select from delivery_lanes where ${held} for update`.execute(db)
  const ended = await sql`
    update deliveries set state = ${state}, last_status = ${outcome.status}, last_answer = ${encryptedAnswer(key, delivery, outcome.answer)}, last_error = ${error},
      next_attempt_at = case when ${state} = 'queued' then now() + make_interval(secs => ${pauseSeconds ?? 0}::float8) end,
      external_id = coalesce(${externalId}, external_id), delivered_at = case when ${state} = 'delivered' then now() end
    where customer_code = ${customer_code} and id = ${id} and state = 'queued' and attempts = ${attempts} returning id`.execute(db)
  await sql`
    update delivery_lanes set held_until = null, next_due_at = first_due_at(customer_code, destination, lane)
    where ${held}`.execute(db)
  if (ended.rows.length > 0 && externalId !== null)
    await storeTicket(db, { customerCode: customer_code, requestId: request_id, destination, kind: delivery.kind, number: externalId })
  if (state === 'dead' && ended.rows.length > 0) await updateRequestState(db, customer_code, request_id)
}

/** Removes NUL characters from text that another system has sent, because PostgreSQL cannot store them. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** Queues all dead-letter deliveries of a request again, with the same payloads and ids. */
export async function replayRequest(db: DeploymentDb, customerCode: string, id: string): Promise<void> {
  await sql`
    with delivery as (
      ${requeued(sql`customer_code = ${customerCode} and request_id = ${id} and state = 'dead'`)}
    ), mail as (
      update mails set state = 'queued', next_attempt_at = null, attempts = 0
      where customer_code = ${customerCode} and request_id = ${id} and kind = 'desk' and state = 'failed' returning customer_code, id
    ) select enqueue_delivery(delivery) from delivery union all select enqueue('send_mail', customer_code, id) from mail`.execute(db)
  await updateRequestState(db, customerCode, id)
}

/** Queues a dead-letter delivery again, with the same payload and id. */
export async function replayDelivery(db: DeploymentDb, customerCode: string, { id, request_id }: { id: string; request_id: string }): Promise<void> {
  await holdRequest(db, customerCode, request_id)
  await sql`
    with delivery as (
      ${requeued(sql`customer_code = ${customerCode} and id = ${id} and state <> 'queued'`)}
    ) select enqueue_delivery(delivery) from delivery`.execute(db)
  await updateRequestState(db, customerCode, request_id)
}

interface PausedDelivery {
  customer_code: string
  id: string
  destination: string
  lane: number | null
}

/**
 * Makes a delivery due now, although its backoff has not passed. Does not change the number of attempts, so that a
 * running
 * attempt can still record its result. Locks the destination's queue row before the delivery's row, as
 * `claim_deliveries` does, to prevent deadlocks.
 */
export async function retryDeliveryNow(db: DeploymentDb, { customer_code, id, destination, lane }: PausedDelivery): Promise<void> {
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

/** Returns the ticket deliveries of a request, oldest first. */
export function deliveriesOf(db: DeploymentDb, customerCode: string, requestId: string) {
  return shownDeliveries(db).where('d.customer_code', '=', customerCode).where('d.request_id', '=', requestId).orderBy('d.created_at').orderBy('d.id').execute()
}

type Row = Awaited<ReturnType<typeof deliveriesOf>>[number]

export async function shownDelivery(encryption: Encryption, db: DeploymentDb, delivery: Row): Promise<ShownDelivery> {
  const { created_at, last_attempt_at, next_attempt_at, delivered_at, state, ...row } = delivery
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    ...row,
    last_answer: await decryptAnswer(encryption, db, delivery),
    state: state as ShownDelivery['state'],
    event_id: eventIdOf(row.id),
    created_at: created_at.toISOString(),
    last_attempt_at: iso(last_attempt_at),
    next_attempt_at: iso(next_attempt_at),
    delivered_at: iso(delivered_at),
  }
}

/** Returns the idempotency key of a delivery, which is the same on every attempt. */
export const eventIdOf = (id: string) => `msg_${id.replaceAll('-', '')}`
