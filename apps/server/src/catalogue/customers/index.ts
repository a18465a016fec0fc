import type { FastifyInstance } from 'fastify'
import { checkAnswerCss } from './check-answer-css.ts'
import { getOwnFile } from './get-own-file.ts'
import { managedForms } from './managed-forms.ts'
import type { CustomerServices } from './services.ts'

/** Any page of a customer. */
export function customerFiles(app: FastifyInstance, services: CustomerServices): void {
  getOwnFile(app, services)
}

/** Operators, for the forms in their reach. */
export function managedCustomers(app: FastifyInstance, services: CustomerServices): void {
  managedForms(app, services)
  checkAnswerCss(app)
}
