import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { enterByMessage } from './enter-by-message.ts'
import { enterByOidc } from './enter-by-oidc.ts'
import { getAuthToken } from './get-auth-token.ts'
import { leaveForm } from './leave-form.ts'
import { makeSsoMessage } from './make-sso-message.ts'
import { managedCredentials } from './managed-credentials.ts'
import { managedLinks } from './managed-links.ts'

/** A browser that is led here, by another site or by a page, without the API key. */
export function waysIn(app: FastifyInstance, services: Services): void {
  enterByMessage(app, services)
  enterByOidc(app, services)
}

/** Operators, for the forms in their reach. */
export function managedSessions(app: FastifyInstance, services: Services): void {
  makeSsoMessage(app, services)
  managedLinks(app, services)
  managedCredentials(app, services)
}

/** Who has a session. */
export function visitorSessions(app: FastifyInstance, services: Services): void {
  getAuthToken(app, services)
  leaveForm(app, services)
}
