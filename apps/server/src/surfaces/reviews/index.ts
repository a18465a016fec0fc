import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedComments } from './managed-comments.ts'
import { managedLinks } from './managed-links.ts'
import { reviewerComments } from './reviewer-comments.ts'

/**
 * Registers the endpoints for reviewers. The code of a link for reviewers, which nobody can guess, authorises the
 * calls.
 */
export function reviews(app: FastifyInstance, services: RequestServices): void {
  reviewerComments(app, services)
}

/** Registers the endpoints by which operators create links for reviewers and comment on steps themselves. */
export function managedReviews(app: FastifyInstance, services: RequestServices): void {
  managedLinks(app, services)
  managedComments(app, services)
}
