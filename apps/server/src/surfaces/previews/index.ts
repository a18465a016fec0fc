import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { dryRun } from './dry-run.ts'
import { managedPreviews } from './managed-previews.ts'

/** Registers the call of a preview’s pages in place of the submission. The unguessable code of the preview admits it. */
export function visitorPreviews(app: FastifyInstance, services: RequestServices): void {
  dryRun(app, services)
}

/** Registers the endpoints by which operators make previews of drafts. */
export function operatorsPreviews(app: FastifyInstance, services: RequestServices): void {
  managedPreviews(app, services)
}
