import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { enterByMessage } from './enter-by-message.ts'
import { enterByOidc } from './enter-by-oidc.ts'

/**
 * Registers the login endpoints that a browser opens like a page, by a link or redirect from another site or from a
 * page
 * of the form. They need no API key.
 */
export function entryRoutes(app: FastifyInstance, services: CustomerServices): void {
  enterByMessage(app, services)
  enterByOidc(app, services)
}
