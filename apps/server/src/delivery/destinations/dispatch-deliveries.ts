import { setTimeout as sleep } from 'node:timers/promises'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { inJobSpan } from '../../platform/telemetry/tracing.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { deliverTicket } from './deliver-ticket.ts'
import { type ClaimedDelivery, claimDeliveries } from './queries.ts'

/**
 * Maximum number of parallel delivery attempts in one process. All processes together make at most two attempts at a
 * time per destination.
 */
const CONCURRENCY = 16
/**
 * Interval in milliseconds at which the dispatcher searches for due deliveries. The dispatcher must poll, because it is
 * not notified when a backoff ends or another process opens a ticket.
 */
const POLL_MS = 2_000
/**
 * Maximum time in milliseconds that the dispatcher waits for running delivery attempts when it stops. It abandons a
 * longer
 * attempt. Other processes can claim that attempt's queue row 25 s after the start of the attempt.
 */
const ENDING_MS = 5_000

export interface Dispatcher {
  /** Makes the dispatcher search for due deliveries now instead of at the next interval. */
  wake: () => void
  stop: () => Promise<void>
}

/**
 * Starts the dispatcher, which delivers due tickets to their destinations until the caller stops it
 * (docs/decisions/0033-delivery-lanes.md).
 */
export function startDispatcher(services: RequestServices, log: (message: string) => void): Dispatcher {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  let called = Promise.withResolvers<void>()
  let [reached, woken] = [true, false]

  function wake(): void {
    woken = true
    called.resolve()
  }

  async function claim(): Promise<ClaimedDelivery[]> {
    try {
      const claimed = await acrossCustomers(services.database.jobs, (db) => claimDeliveries(db, CONCURRENCY - underWay.size))
      reached = true
      return claimed
    } catch (error) {
      if (reached) log(`cannot query queued deliveries, retrying: ${error instanceof Error ? error.message : error}`)
      reached = false
      return []
    }
  }

  function begin(delivery: ClaimedDelivery): void {
    const attributes = { 'messaging.destination.name': 'deliver_ticket' }
    const work = inJobSpan('job deliver_ticket', { attributes, parent: delivery.traceparent ?? undefined }, () => deliverTicket(services, delivery))
      // The result of the delivery attempt could not be recorded. The queue row stays claimed until its timeout; then
      // the server retries the delivery.
      .catch((error: unknown) => log(`the result of delivery ${delivery.id} could not be recorded: ${error instanceof Error ? error.message : error}`))
      .finally(() => {
        underWay.delete(work)
        wake()
      })
    underWay.add(work)
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      woken = false
      called = Promise.withResolvers()
      if (underWay.size < CONCURRENCY) for (const delivery of await claim()) begin(delivery)
      if (!woken && !signal.aborted) await Promise.race([called.promise, sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {})])
    }
  }

  const running = run()
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await running
      await Promise.race([Promise.allSettled(underWay), sleep(ENDING_MS, undefined, { ref: false })])
    },
  }
}
