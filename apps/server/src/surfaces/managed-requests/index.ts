import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { exportRequests } from './export-requests.ts'
import { getAttachment } from './get-attachment.ts'
import { managedDesk } from './managed-desk.ts'
import { managedDeskEvents } from './managed-desk-events.ts'
import { managedDeskFigures } from './managed-desk-figures.ts'
import { managedMessages } from './managed-messages.ts'
import { managedRequests } from './managed-requests.ts'
import { mergeRequests } from './merge-requests.ts'
import { savedViews } from './saved-views.ts'

/**
 * Registers the operators' endpoints for requests. Each operator sees only requests of forms that the operator may
 * manage.
 */
export function managedRequestCalls(app: FastifyInstance, services: RequestServices): void {
  managedRequests(app, services)
  managedDesk(app, services)
  managedMessages(app, services)
  savedViews(app, services)
  mergeRequests(app, services)
  managedDeskEvents(app, services)
  managedDeskFigures(app, services)
  getAttachment(app, services)
  exportRequests(app, services)
}
