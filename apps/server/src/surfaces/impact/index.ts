import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getImpact } from './get-impact.ts'

/** Registers the operators' endpoint that counts what a change affects. */
export function managedImpact(app: FastifyInstance, services: RequestServices): void {
  getImpact(app, services)
}
