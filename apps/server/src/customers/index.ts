import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getAnswerCss } from './get-answer-css.ts'
import { getCustomer } from './get-customer.ts'

/** Any page of a customer. */
export function customerStyles(app: FastifyInstance, services: Services): void {
  getAnswerCss(app, services)
}

/** Anyone. */
export function visitorCustomers(app: FastifyInstance, services: Services): void {
  getCustomer(app, services)
}
