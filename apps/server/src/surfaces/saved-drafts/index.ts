import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { openSavedDraft } from './open-saved-draft.ts'
import { saveDraft } from './save-draft.ts'

/** Registers the endpoints with which visitors save a request and go on later. */
export function visitorDrafts(app: FastifyInstance, services: RequestServices): void {
  saveDraft(app, services)
  openSavedDraft(app, services)
}
