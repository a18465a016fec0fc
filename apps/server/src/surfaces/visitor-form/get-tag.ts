import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type Customer, whileCurrent } from '../../catalogue/customers/rules.ts'
import { isSignedIn } from '../../entrance/sessions/rules.ts'
import { AnswerCache } from '../../platform/http/answer-cache.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { tagViewFor } from './tag-for.ts'

export function getTag(app: FastifyInstance, services: RequestServices): void {
  const prepared = new AnswerCache<Customer>()
  const { answer } = endpoints.getTag
  route(app, endpoints.getTag, async ({ params, query, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const signedIn = await isSignedIn(services, customer, query.code, request)
    if (!signedIn && services.catalog.isCurrent(customer)) request.replayable = { isCurrent: whileCurrent(services.catalog, customer) }
    return prepared.get(customer, `${params.codeTag} ${signedIn}`, () => answer.parse(tagViewFor(customer, params.codeTag, signedIn)))
  })
}
