import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { reportAbandonment } from './report-abandonment.ts'

/** Any page that closes. */
export function beacons(app: FastifyInstance, services: Services): void {
  reportAbandonment(app, services)
}
