import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { dryRun } from './dry-run.ts'
import { managedPreviews } from './managed-previews.ts'

/**
 * Registers the call that a preview’s page makes instead of the submission. The unguessable code of the preview
 * authorises the call.
 */
export function visitorPreviews(app: FastifyInstance, services: RequestServices): void {
  dryRun(app, services)
}

/** Registers the endpoints by which operators create previews of drafts. */
export function operatorsPreviews(app: FastifyInstance, services: RequestServices): void {
  managedPreviews(app, services)
}
