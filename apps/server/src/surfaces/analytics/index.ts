import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { reportAbandonment } from './report-abandonment.ts'

/** Any page that closes. */
export function beaconRoutes(app: FastifyInstance, services: CustomerServices): void {
  reportAbandonment(app, services)
}
