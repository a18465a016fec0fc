import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedChanges } from './managed-changes.ts'
import { definitionChecker, managedChecks } from './managed-checks.ts'
import { managedDefinitions } from './managed-definitions.ts'
import { managedDrafts } from './managed-drafts.ts'
import { managedFormTests } from './managed-form-tests.ts'
import { managedGallery } from './managed-gallery.ts'
import { managedPublications } from './managed-publications.ts'
import { managedServices } from './managed-services.ts'
import { managedVersions } from './managed-versions.ts'
import { managedWalks } from './managed-walks.ts'

/** Registers the endpoints by which authors edit and publish form definitions. */
export function managedAuthoring(app: FastifyInstance, services: RequestServices): void {
  const check = definitionChecker(services)
  managedChecks(app, services, check)
  managedDefinitions(app, services, check)
  managedVersions(app, services, check)
  managedDrafts(app, services)
  managedFormTests(app, services)
  managedGallery(app)
  managedServices(app, services)
  managedWalks(app, services)
  managedChanges(app, services)
  managedPublications(app, services, check)
}
