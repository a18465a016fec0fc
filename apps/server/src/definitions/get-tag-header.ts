import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../customers/rules.ts'
import { PreparedCache } from '../http/prepared-cache.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { isSignedIn } from '../sessions/rules.ts'
import { headerOf } from './published-form.ts'
import { tagFor } from './tag-for.ts'

export function getTagHeader(app: FastifyInstance, services: Services): void {
  const prepared = new PreparedCache<Customer>()
  const { answer } = endpoints.getTagHeader
  route(app, endpoints.getTagHeader, async ({ params, query, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    const signedIn = await isSignedIn(services, customer, query.code, request)
    return prepared.get(customer, `${params.codeTag} ${signedIn}`, () => answer.parse(headerOf(tagFor(customer, params.codeTag, signedIn), signedIn)))
  })
}
