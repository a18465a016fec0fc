import { destinationsOf, unkeyedDestinations } from '@sportello/contract/schemas'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { Unreadable } from '../../platform/keys/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { MAX_ATTEMPTS, pauseAfter } from '../mail/rules.ts'
import { attachedFiles } from './attached-files.ts'
import type { Outcome } from './connector.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { decryptBody } from './encrypted-deliveries.ts'
import { type ClaimedDelivery, eventIdOf, recordAttempt } from './queries.ts'

/**
 * Outcome of a delivery whose process ended during the last attempt, so that no result was recorded. The server does
 * not
 * retry the delivery, because another attempt might also crash the process.
 */
const NEVER_ENDED: Outcome = { delivered: false, status: null, answer: null, error: `${MAX_ATTEMPTS} tries, the last of which did not end`, final: true }

/**
 * Makes one attempt to deliver a ticket to a destination, and records the result in the delivery's row: delivered,
 * queued for the next attempt, or dead letter. Holds no database connection while it calls the destination.
 */
export async function deliverTicket(services: RequestServices, delivery: ClaimedDelivery): Promise<void> {
  const { customer_code: customerCode, kind, attempts } = delivery
  const known = await services.encryption.key(customerCode)
  const outcome = attempts > MAX_ATTEMPTS ? NEVER_ENDED : await handOver(services, await services.knownCustomer(customerCode), delivery)
  await withCustomer(services.database.jobs, customerCode, async (db) =>
    recordAttempt(db, delivery, outcome, pauseOf(outcome, attempts), await services.encryption.held(db, customerCode, known)),
  )
  services.metrics.deliveries.inc({ kind, outcome: outcome.delivered ? 'delivered' : 'failed' })
}

async function handOver(services: RequestServices, { params }: Customer, delivery: ClaimedDelivery): Promise<Outcome> {
  if (delivery.tried && (await isCancelled(services, delivery)))
    return { delivered: false, status: null, answer: null, error: 'the request was withdrawn', final: true }
  const { id, customer_code, request_id, destination: name, kind, ticket, tried, attempts } = delivery
  const destination = destinationsOf(params).find((each) => each.name === name)
  if (!destination || destination.kind !== kind || !isDeliverable(destination))
    return { delivered: false, status: null, answer: null, error: 'the form names this destination no more', final: true }
  if (unkeyedDestinations({ destination }).length > 0)
    return { delivered: false, status: null, answer: null, error: 'its secret or token is missing', final: true }
  try {
    const body = await decryptBody(services.encryption, delivery)
    const files = () => attachedFiles(services, customer_code, request_id)
    return await connectorOf(destination).deliver(services.outbound, destination, { eventId: eventIdOf(id), body, ticket, tried, attempts, files })
  } catch (error) {
    if (error instanceof Unreadable) return { delivered: false, status: null, answer: null, error: error.message, final: true }
    return { delivered: false, status: null, answer: null, error: String(error).slice(0, 1_000) }
  }
}

/**
 * Returns the seconds until the next attempt of a delivery: the delay of the retry schedule, or the destination's
 * `Retry-After` if it is longer. Returns undefined if no attempt is left.
 */
function pauseOf(outcome: Outcome, tries: number): number | undefined {
  if (outcome.delivered || outcome.final) return undefined
  const pause = pauseAfter(tries)
  return pause === undefined ? undefined : Math.max(pause, outcome.retryAfterS ?? 0)
}

/** Returns true if a request was cancelled since its delivery was first tried. What was not tried by then is not queued any more. */
async function isCancelled({ database }: RequestServices, { customer_code, request_id }: ClaimedDelivery): Promise<boolean> {
  const row = await withCustomer(database.jobs, customer_code, (db) =>
    db.selectFrom('requests').select('state').where('customer_code', '=', customer_code).where('id', '=', request_id).executeTakeFirst(),
  )
  return row?.state === 'cancelled'
}
