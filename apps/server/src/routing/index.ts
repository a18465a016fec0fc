import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { managedMappings } from './managed-mappings.ts'

/** Operators, for the forms in their reach. */
export function managedRouting(app: FastifyInstance, services: Services): void {
  managedMappings(app, services)
}
