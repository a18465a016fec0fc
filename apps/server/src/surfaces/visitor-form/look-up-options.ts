import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { integrationOf } from '../../catalogue/integrations/rules.ts'
import { visitorOf } from '../../entrance/sessions/rules.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

export function lookUpOptions(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.lookUpOptions, async ({ params, query, body, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const { signedIn } = await visitorOf(services, customer, query.code, request)
    const options = await services.optionLookups.lookUp(integrationOf(customer, params.service, signedIn), body, request.ip)
    return { options: [...options] }
  })
}
