import { destinationsOf } from '@sportello/contract/schemas'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { type TicketEvent, ticketEvent } from './ticket-event.ts'

/**
 * The data that a form's destination would receive for a test submission in a preview. A text is rendered only when it
 * is read, because the author's template may fail.
 */
interface SimulatedHandover {
  deliveries: { destination: string; kind: string; body: () => string }[]
  deskMails: { recipient: string; langCode: string; notification: () => TicketEvent['notification'] }[]
}

type Row = Parameters<typeof ticketEvent>[1]
type Readable = Parameters<typeof ticketEvent>[2]

/**
 * Shows what a submission would deliver: returns, for each destination of a form, the data that the server would send
 * to it. The request itself is not stored.
 * @param at time of the delivery
 */
export function simulateDeliveries(customer: Customer, row: Row, readable: Readable, at: Date): SimulatedHandover {
  const handover: SimulatedHandover = { deliveries: [], deskMails: [] }
  for (const destination of destinationsOf(customer.params)) {
    if (isDeliverable(destination)) {
      const body = () =>
        connectorOf(destination)
          .body(ticketEvent(customer, row, readable, at), destination)
          .toString('utf8')
      handover.deliveries.push({ destination: destination.name, kind: destination.kind, body })
    } else {
      const langCode = destination.lang_code ?? row.lang_code
      const notification = () => ticketEvent(customer, { ...row, lang_code: langCode }, readable, at).notification
      handover.deskMails.push({ recipient: destination.address, langCode, notification })
    }
  }
  return handover
}
