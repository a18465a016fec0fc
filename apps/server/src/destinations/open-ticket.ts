import { destinationsOf } from '@sportello/contract/schemas'
import { withCustomer } from '../db/with-customer.ts'
import { completeRequest, readableRequest, requestContent } from '../requests/queries.ts'
import type { Services } from '../services.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { insertDelivery, insertDeskMail } from './queries.ts'
import { ticketEvent } from './ticket-event.ts'

/**
 * Opens the ticket of a confirmed request: in the built-in list, and, in the same transaction, on its way to every destination that its form
 * names (wire contract, "The life of a request").
 */
export async function openTicket(services: Services, customerCode: string, id: string): Promise<void> {
  const customer = await services.knownCustomer(customerCode)
  await withCustomer(services.database.jobs, customerCode, async (db) => {
    const request = await completeRequest(db, customerCode, id)
    const destinations = destinationsOf(customer.params)
    if (!request || destinations.length === 0) return
    const event = ticketEvent(customer, request, readableRequest(customer, request, await requestContent(db, request)))
    for (const destination of destinations) {
      const common = { customerCode, requestId: id, destination: destination.name }
      if (isDeliverable(destination)) await insertDelivery(db, { ...common, kind: destination.kind, body: connectorOf(destination).body(event, destination) })
      else await insertDeskMail(db, { ...common, recipient: destination.address, langCode: destination.lang_code ?? request.lang_code })
    }
  })
}
