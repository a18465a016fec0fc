import type { FastifyInstance } from 'fastify'
import { checkAnswerCss } from './check-answer-css.ts'
import { getOwnFile } from './get-own-file.ts'
import { managedForms } from './managed-forms.ts'
import type { CustomerServices } from './services.ts'

/** Registers the files that every page of a customer may load. */
export function customerFiles(app: FastifyInstance, services: CustomerServices): void {
  getOwnFile(app, services)
}

/** Registers the operators' endpoints for form settings, limited to their forms. */
export function managedCustomers(app: FastifyInstance, services: CustomerServices): void {
  managedForms(app, services)
  checkAnswerCss(app)
}
