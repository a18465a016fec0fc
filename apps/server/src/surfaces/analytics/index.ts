import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { reportAbandonment } from './report-abandonment.ts'

/**
 * Registers the endpoint by which the browser reports, when the page closes, that the visitor has abandoned the form.
 */
export function beaconRoutes(app: FastifyInstance, services: CustomerServices): void {
  reportAbandonment(app, services)
}
