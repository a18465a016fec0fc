import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { integrationOf } from './rules.ts'

export function lookUpOptions(app: FastifyInstance, services: Services): void {
  route(app, endpoints.lookUpOptions, async ({ params, query, body, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    if (query.code) throw fault('forms0041')
    const options = await services.optionLookups.lookUp(integrationOf(customer, params.service), body, request.ip)
    return { options: [...options] }
  })
}
