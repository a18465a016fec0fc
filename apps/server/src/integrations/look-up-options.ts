import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { visitorOf } from '../sessions/rules.ts'
import { integrationOf } from './rules.ts'

export function lookUpOptions(app: FastifyInstance, services: Services): void {
  route(app, endpoints.lookUpOptions, async ({ params, query, body, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    const { signedIn } = await visitorOf(services, customer, query.code, request)
    const options = await services.optionLookups.lookUp(integrationOf(customer, params.service, signedIn), body, request.ip)
    return { options: [...options] }
  })
}
