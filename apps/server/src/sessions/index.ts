import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { enterByMessage } from './enter-by-message.ts'
import { enterByOidc } from './enter-by-oidc.ts'
import { getAuthToken } from './get-auth-token.ts'
import { leaveForm } from './leave-form.ts'
import { makeSsoMessage } from './make-sso-message.ts'
import { managedCredentials } from './managed-credentials.ts'
import { managedLinks } from './managed-links.ts'

/** Routes that a browser opens by navigation, from another site or a page: without the API key. */
export function entryRoutes(app: FastifyInstance, services: Services): void {
  enterByMessage(app, services)
  enterByOidc(app, services)
}

/** Routes for operators, limited to their forms. */
export function managedSessions(app: FastifyInstance, services: Services): void {
  makeSsoMessage(app, services)
  managedLinks(app, services)
  managedCredentials(app, services)
}

/** Routes for a visitor with a session. */
export function visitorSessions(app: FastifyInstance, services: Services): void {
  getAuthToken(app, services)
  leaveForm(app, services)
}
