import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getCustomer } from './get-customer.ts'

/** Anyone. */
export function visitorCustomers(app: FastifyInstance, services: Services): void {
  getCustomer(app, services)
}
