import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { lookUpOptions } from './look-up-options.ts'

/** Anyone whom the form's access mode admits. */
export function visitorIntegrations(app: FastifyInstance, services: Services): void {
  lookUpOptions(app, services)
}
