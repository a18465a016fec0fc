import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getHome } from './get-home.ts'

/** Registers the operators' endpoint for the start page of the dashboard. */
export function managedHome(app: FastifyInstance, services: RequestServices): void {
  getHome(app, services)
}
