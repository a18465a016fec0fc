import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { askRecovery } from './ask-recovery.ts'
import { checkRecovery } from './check-recovery.ts'
import { logIn } from './log-in.ts'
import { logInByToken } from './log-in-by-token.ts'
import { managedAccounts } from './managed-accounts.ts'
import { managedTokens } from './managed-tokens.ts'
import { setPassword } from './set-password.ts'

/** Registers the visitors' endpoints for logins and password recovery. */
export function visitorAccounts(app: FastifyInstance, services: CustomerServices): void {
  logIn(app, services)
  askRecovery(app, services)
  checkRecovery(app, services)
  setPassword(app, services)
  logInByToken(app, services)
}

/** Registers the operators' endpoints for the visitors' accounts and login tokens. */
export function managedPeople(app: FastifyInstance, services: CustomerServices): void {
  managedAccounts(app, services)
  managedTokens(app, services)
}
