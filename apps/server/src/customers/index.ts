import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { checkAnswerCss } from './check-answer-css.ts'
import { getCustomer } from './get-customer.ts'
import { getOwnFile } from './get-own-file.ts'
import { managedForms } from './managed-forms.ts'

/** Any page of a customer. */
export function customerFiles(app: FastifyInstance, services: Services): void {
  getOwnFile(app, services)
}

/** Anyone. */
export function visitorCustomers(app: FastifyInstance, services: Services): void {
  getCustomer(app, services)
}

/** Operators, for the forms in their reach. */
export function managedCustomers(app: FastifyInstance, services: Services): void {
  managedForms(app, services)
  checkAnswerCss(app)
}
