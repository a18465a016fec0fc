import type { FastifyInstance } from 'fastify'
import { checkAnswerCss } from './check-answer-css.ts'
import { getOwnFile } from './get-own-file.ts'
import { managedForms } from './managed-forms.ts'
import type { CustomerServices } from './services.ts'

/** Registers the endpoint that serves a customer's own style sheet and pictures. */
export function customerFiles(app: FastifyInstance, services: CustomerServices): void {
  getOwnFile(app, services)
}

/**
 * Registers the operators' endpoints for form settings. Each operator may use the endpoints only for forms that the
 * operator may manage.
 */
export function managedCustomers(app: FastifyInstance, services: CustomerServices): void {
  managedForms(app, services)
  checkAnswerCss(app)
}
