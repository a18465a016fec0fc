import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedBundle } from './managed-bundle.ts'
import { managedDefinitions } from './managed-definitions.ts'
import { managedPeople } from './managed-people.ts'

/** Registers the endpoints for definitions and bundles. Only operators of the whole deployment may call them. */
export function managedDocuments(app: FastifyInstance, services: RequestServices): void {
  managedDefinitions(app, services)
  managedBundle(app, services)
}

/** Registers the operators' endpoints for tables of accounts and tokens. */
export function managedTables(app: FastifyInstance, services: RequestServices): void {
  managedPeople(app, services)
}
