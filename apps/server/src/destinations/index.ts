import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { managedDeliveries } from './managed-deliveries.ts'
import { testDestination } from './test-destination.ts'

/** Operators, for the forms in their reach. */
export function destinationsManaged(app: FastifyInstance, services: Services): void {
  managedDeliveries(app, services)
  testDestination(app, services)
}
