import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { managedMails as managed } from './managed-mails.ts'

/** Operators, for the forms in their reach. */
export function managedMails(app: FastifyInstance, services: Services): void {
  managed(app, services)
}
