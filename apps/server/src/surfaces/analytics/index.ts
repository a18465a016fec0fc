import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { reportAbandonment } from './report-abandonment.ts'

/** Registers the endpoint for the beacon by which a closing page reports an abandoned form. */
export function beaconRoutes(app: FastifyInstance, services: CustomerServices): void {
  reportAbandonment(app, services)
}
