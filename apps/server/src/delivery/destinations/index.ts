import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedDeliveries } from './managed-deliveries.ts'
import { testDestination } from './test-destination.ts'

/** Registers the operators' endpoints for the deliveries of their own forms. */
export function managedDestinations(app: FastifyInstance, services: RequestServices): void {
  managedDeliveries(app, services)
  testDestination(app, services)
}
