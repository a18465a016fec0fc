import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { dryRun } from './dry-run.ts'
import { managedPreviews } from './managed-previews.ts'

/**
 * Registers the endpoint that a preview's page calls instead of the submission endpoint. The preview's code, which
 * nobody can guess, authorises the call.
 */
export function visitorPreviews(app: FastifyInstance, services: RequestServices): void {
  dryRun(app, services)
}

/** Registers the endpoints by which operators create previews of drafts. */
export function operatorsPreviews(app: FastifyInstance, services: RequestServices): void {
  managedPreviews(app, services)
}
