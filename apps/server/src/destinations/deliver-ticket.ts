import { destinationsOf, unkeyedDestinations } from '@sportello/contract/schemas'
import type { Customer } from '../customers/rules.ts'
import { withCustomer } from '../db/with-customer.ts'
import { pauseAfter } from '../mail/rules.ts'
import type { Services } from '../services.ts'
import type { Outcome } from './connector.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { type ClaimedDelivery, claimDelivery, endTry, eventIdOf } from './queries.ts'

/**
 * One try at one delivery. Whatever happens ends in its row: delivered, queued for a next try, or dead for a person to see. No database
 * connection is held while the destination is asked.
 */
export async function deliverTicket(services: Services, customerCode: string, id: string): Promise<void> {
  const { jobs } = services.database
  const delivery = await withCustomer(jobs, customerCode, (db) => claimDelivery(db, customerCode, id))
  if (!delivery) return
  // Held by a worker that may be dying: were this job to end here, the delivery would wait with no job left. It comes again.
  if (delivery === 'held') throw new Error(`delivery ${id} is held by another worker`)
  const outcome = await handOver(services, await services.knownCustomer(customerCode), delivery)
  await withCustomer(jobs, customerCode, (db) => endTry(db, customerCode, delivery, outcome, pauseOf(outcome, delivery.attempts)))
  services.metrics.deliveries.inc({ kind: delivery.kind, outcome: outcome.delivered ? 'delivered' : 'failed' })
}

async function handOver({ outbound }: Services, { params }: Customer, { id, destination: name, kind, body, ticket, tried }: ClaimedDelivery): Promise<Outcome> {
  const destination = destinationsOf(params).find((each) => each.name === name)
  if (!destination || destination.kind !== kind || !isDeliverable(destination))
    return { delivered: false, status: null, answer: null, error: 'the form names this destination no more', final: true }
  if (unkeyedDestinations({ destination }).length > 0)
    return { delivered: false, status: null, answer: null, error: 'its secret or token is missing', final: true }
  try {
    return await connectorOf(destination).deliver(outbound, destination, { eventId: eventIdOf(id), body, ticket, tried })
  } catch (error) {
    return { delivered: false, status: null, answer: null, error: String(error).slice(0, 1_000) }
  }
}

/** Seconds until the next try: as mails are tried again, later where the destination asks for it; undefined when there is none. */
function pauseOf(outcome: Outcome, tries: number): number | undefined {
  if (outcome.delivered || outcome.final) return undefined
  const pause = pauseAfter(tries)
  return pause === undefined ? undefined : Math.max(pause, outcome.retryAfterS ?? 0)
}
