import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { managedMappings } from './managed-mappings.ts'

/**
 * Registers the operators' endpoints for the mappings that assign clients to forms. Each operator sees only mappings to
 * forms that the operator may manage.
 */
export function managedRouting(app: FastifyInstance, services: CustomerServices): void {
  managedMappings(app, services)
}
