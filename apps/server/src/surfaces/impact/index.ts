import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getImpact } from './get-impact.ts'

/** Registers the operators' endpoint that counts the people and data that a change would affect. */
export function managedImpact(app: FastifyInstance, services: RequestServices): void {
  getImpact(app, services)
}
