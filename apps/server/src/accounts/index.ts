import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { askRecovery } from './ask-recovery.ts'
import { logIn } from './log-in.ts'
import { logInByToken } from './log-in-by-token.ts'
import { setPassword } from './set-password.ts'

/** Anyone: these are the ways to become somebody. */
export function visitorAccounts(app: FastifyInstance, services: Services): void {
  logIn(app, services)
  askRecovery(app, services)
  setPassword(app, services)
  logInByToken(app, services)
}
