import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { reportAbandonment } from './report-abandonment.ts'

/** Registers the beacon that closing pages send. */
export function beaconRoutes(app: FastifyInstance, services: CustomerServices): void {
  reportAbandonment(app, services)
}
