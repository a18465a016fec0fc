import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { newChallenge } from './altcha.ts'

export function getCaptcha(app: FastifyInstance, services: Services): void {
  route(app, endpoints.getCaptcha, async ({ params }) => newChallenge(services.config, await services.openCustomer(params.customerCode)))
}
