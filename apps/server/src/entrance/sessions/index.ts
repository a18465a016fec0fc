import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { getAuthToken } from './get-auth-token.ts'
import { leaveForm } from './leave-form.ts'
import { makeSsoMessage } from './make-sso-message.ts'
import { managedCredentials } from './managed-credentials.ts'
import { managedLinks } from './managed-links.ts'

/**
 * Registers the operators' endpoints for personal links, partners' credentials and simulated visits. Each operator may
 * use them only for forms that the operator may manage.
 */
export function managedSessions(app: FastifyInstance, services: CustomerServices): void {
  makeSsoMessage(app, services)
  managedLinks(app, services)
  managedCredentials(app, services)
}

/** Registers the endpoints for visitors who have a session. */
export function visitorSessions(app: FastifyInstance, services: CustomerServices): void {
  getAuthToken(app, services)
  leaveForm(app, services)
}
