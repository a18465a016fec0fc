import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedMails } from './managed-mails.ts'
import { managedTemplates } from './managed-templates.ts'
import { templatePreviews } from './preview-template.ts'

/**
 * Registers the operators' endpoints for mails. Each operator sees only mails of forms that the operator may manage.
 */
export function managedMailCalls(app: FastifyInstance, services: RequestServices): void {
  managedMails(app, services)
  managedTemplates(app, services)
  templatePreviews(app, services)
}
