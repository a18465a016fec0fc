import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedBundle } from './managed-bundle.ts'
import { managedPeople } from './managed-people.ts'

/** Registers the endpoints for bundles. Only operators who may manage the whole deployment may use them. */
export function managedDocuments(app: FastifyInstance, services: RequestServices): void {
  managedBundle(app, services)
}

/** Registers the operators' endpoints that import tables of accounts and tokens. */
export function managedTables(app: FastifyInstance, services: RequestServices): void {
  managedPeople(app, services)
}
