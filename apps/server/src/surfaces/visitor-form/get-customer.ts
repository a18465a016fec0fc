import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type Customer, todayOf } from '../../catalogue/customers/rules.ts'
import { sessionOf } from '../../entrance/sessions/rules.ts'
import { AnswerCache } from '../../platform/http/answer-cache.ts'
import { route } from '../../platform/http/route.ts'
import { surveyCompiled } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { configurationOf } from './configuration.ts'

export function getCustomer(app: FastifyInstance, services: RequestServices): void {
  const prepared = new AnswerCache<Customer>()
  const { answer } = endpoints.getCustomer
  route(app, endpoints.getCustomer, async ({ params, query, request, reply }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const session = await sessionOf(services, customer, query.code)
    const compiled = await surveyCompiled(services, customer, session, { request, reply })
    // A configuration that depends on the visitor is not cached.
    if (session || compiled !== undefined) return configurationOf(services.config, customer, { session, compiled })
    return prepared.get(customer, todayOf(customer), () => answer.parse(configurationOf(services.config, customer)))
  })
}
