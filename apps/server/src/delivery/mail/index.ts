import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedMails } from './managed-mails.ts'
import { managedTemplates } from './managed-templates.ts'
import { templatePreviews } from './preview-template.ts'

/** Registers the operators' endpoints for the mails of their own forms. */
export function managedMailCalls(app: FastifyInstance, services: RequestServices): void {
  managedMails(app, services)
  managedTemplates(app, services)
  templatePreviews(app, services)
}
