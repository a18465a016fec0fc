import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { dryRunDestination } from './dry-run-destination.ts'
import { managedDeliveries } from './managed-deliveries.ts'
import { testDestination } from './test-destination.ts'

export { ticketStateRoutes } from './receive-ticket-state.ts'

/**
 * Registers the operators' endpoints for ticket deliveries. Each operator sees only deliveries of forms that the
 * operator may manage.
 */
export function managedDestinations(app: FastifyInstance, services: RequestServices): void {
  managedDeliveries(app, services)
  testDestination(app, services)
  dryRunDestination(app, services)
}
