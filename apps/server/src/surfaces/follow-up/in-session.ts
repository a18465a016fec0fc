import { FOLLOW_UP_PAGE_HEADER, followUpOf } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { type FollowUpSession, useFollowUpSession } from '../../requests/follow-up/queries.ts'
import { followUpPage, hashOfFollowUpToken } from '../../requests/follow-up/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { followUpTokenOf } from './session-cookie.ts'

/** Returns a form whose requests have a follow-up page. @throws ApiError forms0001, as for a form that does not exist. */
export async function followedCustomer(services: RequestServices, customerCode: string): Promise<Customer> {
  const customer = await services.knownCustomer(customerCode)
  if (!followUpOf(customer.params)) throw apiError('forms0001')
  return customer
}

/**
 * Does something within the session that the browser's cookie names. The session alone says which request is meant: no call takes a
 * ticket or an id of a request. A page names the request that it shows (`FOLLOW_UP_PAGE_HEADER`), which must be that of the session.
 * @throws ApiError forms0001, forms0011
 */
export async function inSession<T>(
  services: RequestServices,
  customerCode: string,
  request: FastifyRequest,
  work: (db: CustomerDb, customer: Customer, session: FollowUpSession) => Promise<T>,
): Promise<T> {
  const customer = await followedCustomer(services, customerCode)
  const token = followUpTokenOf(request, services.config, customer.code)
  if (token === undefined) throw apiError('forms0011')
  return withCustomer(services.database.kysely, customer.code, async (db) => {
    const session = await useFollowUpSession(db, customer.code, hashOfFollowUpToken(token))
    if (!session) throw apiError('forms0011')
    // Another tab has opened another request. What was meant for the one that this page shows must not happen to that one.
    const page = request.headers[FOLLOW_UP_PAGE_HEADER.toLowerCase()]
    if (page !== undefined && page !== followUpPage(customer.code, session.id)) throw apiError('forms0011')
    return work(db, customer, session)
  })
}

/** @throws ApiError forms0006 unless the mailed code was entered in this session. */
export function requireOpen({ openUntil }: FollowUpSession): void {
  if (openUntil === null) throw apiError('forms0006')
}
