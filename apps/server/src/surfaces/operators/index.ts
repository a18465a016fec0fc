import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { account } from './account.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { acceptInvitations, inviteOperators } from './invitations.ts'
import { managedOperators } from './managed-operators.ts'
import { ownSessions } from './own-sessions.ts'
import { passkeySignIn } from './passkey-sign-in.ts'
import { passkeys } from './passkeys.ts'
import { providerSignIn } from './provider-sign-in.ts'
import { readAudit } from './read-audit.ts'
import { signIn } from './sign-in.ts'

/**
 * Registers the operators' sign-in endpoints that a browser opens like a page, by a link on the dashboard or a redirect
 * from an identity provider. They need no API key.
 */
export function operatorEntryRoutes(app: FastifyInstance, services: CustomerServices): void {
  providerSignIn(app, services)
}

/** Registers the operators' sign-in endpoints that need the API key, but no session. */
export function signInRoutes(app: FastifyInstance, services: CustomerServices): void {
  signIn(app, services)
  passkeySignIn(app, services)
  acceptInvitations(app, services)
}

/** Registers the endpoints for operators who are signed in. */
export function managedOperatorCalls(app: FastifyInstance, services: CustomerServices): void {
  account(app, services)
  ownSessions(app, services)
  passkeys(app, services)
  changeOwnPassword(app, services)
  managedOperators(app, services)
  inviteOperators(app, services)
  readAudit(app, services)
}
