import { destinationsOf, unkeyedDestinations } from '@sportello/contract/schemas'
import type { Customer } from '../customers/rules.ts'
import { withCustomer } from '../db/with-customer.ts'
import { Unreadable } from '../keys/rules.ts'
import { MOST_TRIES, pauseAfter } from '../mail/rules.ts'
import type { Services } from '../services.ts'
import type { Outcome } from './connector.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { type ClaimedDelivery, endTry, eventIdOf } from './queries.ts'
import { openBody } from './sealed-deliveries.ts'

/** Of a delivery whose last try has been begun, and did not come to an end in its row: with another, its process or the row's might end as well. */
const NEVER_ENDED: Outcome = { delivered: false, status: null, answer: null, error: `${MOST_TRIES} tries, the last of which did not end`, final: true }

/**
 * One try at one delivery. Whatever happens ends in its row: delivered, waiting for its next try, or dead for a person to see. No database
 * connection is held while the destination is asked.
 */
export async function deliverTicket(services: Services, delivery: ClaimedDelivery): Promise<void> {
  const { customer_code: customerCode, kind, attempts } = delivery
  const known = await services.sealing.key(customerCode)
  const outcome = attempts > MOST_TRIES ? NEVER_ENDED : await handOver(services, await services.knownCustomer(customerCode), delivery)
  await withCustomer(services.database.jobs, customerCode, async (db) =>
    endTry(db, delivery, outcome, pauseOf(outcome, attempts), await services.sealing.held(db, customerCode, known)),
  )
  services.metrics.deliveries.inc({ kind, outcome: outcome.delivered ? 'delivered' : 'failed' })
}

async function handOver(services: Services, { params }: Customer, delivery: ClaimedDelivery): Promise<Outcome> {
  const { id, destination: name, kind, ticket, tried } = delivery
  const destination = destinationsOf(params).find((each) => each.name === name)
  if (!destination || destination.kind !== kind || !isDeliverable(destination))
    return { delivered: false, status: null, answer: null, error: 'the form names this destination no more', final: true }
  if (unkeyedDestinations({ destination }).length > 0)
    return { delivered: false, status: null, answer: null, error: 'its secret or token is missing', final: true }
  try {
    const body = await openBody(services.sealing, delivery)
    return await connectorOf(destination).deliver(services.outbound, destination, { eventId: eventIdOf(id), body, ticket, tried })
  } catch (error) {
    if (error instanceof Unreadable) return { delivered: false, status: null, answer: null, error: error.message, final: true }
    return { delivered: false, status: null, answer: null, error: String(error).slice(0, 1_000) }
  }
}

/** Seconds until the next try: as mails are tried again, later where the destination asks for it; undefined when there is none. */
function pauseOf(outcome: Outcome, tries: number): number | undefined {
  if (outcome.delivered || outcome.final) return undefined
  const pause = pauseAfter(tries)
  return pause === undefined ? undefined : Math.max(pause, outcome.retryAfterS ?? 0)
}
