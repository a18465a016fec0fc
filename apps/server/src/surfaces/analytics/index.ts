import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getVisits } from './get-visits.ts'
import { reportAbandonment } from './report-abandonment.ts'
import { reportVisit } from './report-visit.ts'
import { visitMails } from './visit-mails.ts'

/** Registers the endpoints to which the browser reports what happened in a visit, without anything about the visitor. */
export function beaconRoutes(app: FastifyInstance, services: RequestServices): void {
  reportAbandonment(app, services)
  reportVisit(app, services)
}

/** Registers the operators' endpoints for the figures of a form's visits, and for their weekly mail. */
export function managedVisits(app: FastifyInstance, services: RequestServices): void {
  getVisits(app, services)
  visitMails(app, services)
}
