import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { managedMails } from './managed-mails.ts'
import { managedTemplates } from './managed-templates.ts'
import { templatePreviews } from './preview-template.ts'

/** Operators, for the forms in their reach. */
export function mailManaged(app: FastifyInstance, services: Services): void {
  managedMails(app, services)
  managedTemplates(app, services)
  templatePreviews(app, services)
}
