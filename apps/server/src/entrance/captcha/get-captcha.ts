import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { route } from '../../platform/http/route.ts'
import { newChallenge } from './altcha.ts'

export function getCaptcha(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.getCaptcha, async ({ params }) => newChallenge(services.config, await services.openCustomer(params.customerCode)))
}
