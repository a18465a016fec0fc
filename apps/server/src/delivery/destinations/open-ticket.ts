import { destinationsOf } from '@sportello/contract/schemas'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { type CustomerKey, Unreadable } from '../../platform/keys/rules.ts'
import { openCase } from '../../requests/desk/queries.ts'
import { completeRequest, failRequest, indexRequest, readableRequest, requestContent } from '../../requests/requests/queries.ts'
import { decryptSummary } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { countedRequest } from '../../requests/visits/rules.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { encryptedBody } from './encrypted-deliveries.ts'
import { insertDelivery, insertDeskMail } from './queries.ts'
import { ticketEvent } from './ticket-event.ts'

/**
 * Opens the ticket of a confirmed request: marks the request as processed and, in the same transaction, queues a
 * delivery to each destination of the form (wire contract, section “The life of a request”).
 */
export async function openTicket(services: RequestServices, customerCode: string, id: string): Promise<void> {
  const customer = await services.knownCustomer(customerCode)
  const key = await services.encryption.key(customerCode)
  const { jobs } = services.database
  try {
    const opened = await withCustomer(jobs, customerCode, (db) => openWithin(services, db, customer, id, key))
    if (opened) services.visitCounts.add(countedRequest(customer, opened), 'ticket')
  } catch (error) {
    // The answers of the request can no longer be decrypted, so a retry of the job is pointless. Marks the request as
    // failed.
    if (!(error instanceof Unreadable)) throw error
    await withCustomer(jobs, customerCode, (db) => failRequest(db, customerCode, id, error.message))
  }
}

/** @returns the request whose ticket was opened; undefined if it opens none, or if its ticket is open already */
async function openWithin(services: RequestServices, db: CustomerDb, customer: Customer, id: string, known: CustomerKey | null) {
  const { encryption } = services
  const customerCode = customer.code
  const request = await completeRequest(db, customerCode, id)
  await indexRequest(services, db, customer, id)
  const destinations = destinationsOf(customer.params)
  if (!request) return undefined
  // Without a destination, the operators do the work in the dashboard.
  if (destinations.length === 0) {
    await openCase(db, request)
    return request
  }
  const key = await encryption.held(db, customerCode, known)
  const opened = { ...request, summary_html: await decryptSummary(encryption, db, request) }
  const event = ticketEvent(customer, opened, readableRequest(customer, request, await requestContent(encryption, db, customer, request)))
  for (const destination of destinations) {
    const common = { customerCode, requestId: id, destination: destination.name }
    if (isDeliverable(destination)) {
      const body = encryptedBody(key, { customerCode, requestId: id }, connectorOf(destination).body(event, destination))
      await insertDelivery(db, { ...common, kind: destination.kind, body })
    } else await insertDeskMail(db, { ...common, recipient: destination.address, langCode: destination.lang_code ?? request.lang_code })
  }
  return request
}
