import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { PreparedCache } from '../http/prepared-cache.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { sessionOf } from '../sessions/rules.ts'
import { configurationOf } from './configuration.ts'
import { type Customer, todayOf } from './customer.ts'
import { surveyCompiled } from './survey.ts'

export function getCustomer(app: FastifyInstance, services: Services): void {
  const prepared = new PreparedCache<Customer>()
  const { answer } = endpoints.getCustomer
  route(app, endpoints.getCustomer, async ({ params, query, request, reply }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const session = await sessionOf(services, customer, query.code)
    const compiled = await surveyCompiled(services, customer, session, { request, reply })
    // What is said to one person is kept for no other.
    if (session || compiled !== undefined) return configurationOf(services.config, customer, { session, compiled })
    return prepared.get(customer, todayOf(customer), () => answer.parse(configurationOf(services.config, customer)))
  })
}
