import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { enterByMessage } from './enter-by-message.ts'
import { getAuthToken } from './get-auth-token.ts'

/** A browser that another site leads here, without the API key. */
export function waysIn(app: FastifyInstance, services: Services): void {
  enterByMessage(app, services)
}

/** Who has a session. */
export function visitorSessions(app: FastifyInstance, services: Services): void {
  getAuthToken(app, services)
}
