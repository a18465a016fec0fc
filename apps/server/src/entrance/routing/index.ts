import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { managedMappings } from './managed-mappings.ts'

/** Registers the operators' endpoints for mappings, limited to their forms. */
export function managedRouting(app: FastifyInstance, services: CustomerServices): void {
  managedMappings(app, services)
}
