import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { headerOf } from '../../catalogue/definitions/rules.ts'
import { isSignedIn } from '../../entrance/sessions/rules.ts'
import { AnswerCache } from '../../platform/http/answer-cache.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { tagFor } from './tag-for.ts'

export function getTagHeader(app: FastifyInstance, services: RequestServices): void {
  const prepared = new AnswerCache<Customer>()
  const { answer } = endpoints.getTagHeader
  route(app, endpoints.getTagHeader, async ({ params, query, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const signedIn = await isSignedIn(services, customer, query.code, request)
    return prepared.get(customer, `${params.codeTag} ${signedIn}`, () => answer.parse(headerOf(tagFor(customer, params.codeTag, signedIn), signedIn)))
  })
}
