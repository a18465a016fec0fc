import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedBundle } from './managed-bundle.ts'
import { managedPeople } from './managed-people.ts'

/** Registers the endpoints for bundles, for operators whose reach is the whole deployment. */
export function managedDocuments(app: FastifyInstance, services: RequestServices): void {
  managedBundle(app, services)
}

/** Registers the operators' endpoints for tables of accounts and tokens. */
export function managedTables(app: FastifyInstance, services: RequestServices): void {
  managedPeople(app, services)
}
