import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { managedMappings } from './managed-mappings.ts'

/** Operators, for the forms in their reach. */
export function managedRouting(app: FastifyInstance, services: CustomerServices): void {
  managedMappings(app, services)
}
