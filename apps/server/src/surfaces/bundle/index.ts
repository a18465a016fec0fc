import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { managedBundle } from './managed-bundle.ts'
import { managedDefinitions } from './managed-definitions.ts'
import { managedPeople } from './managed-people.ts'

/** Operators who reach the whole deployment: definitions are what all its forms stand on. */
export function managedDocuments(app: FastifyInstance, services: RequestServices): void {
  managedDefinitions(app, services)
  managedBundle(app, services)
}

/** Operators. */
export function managedTables(app: FastifyInstance, services: RequestServices): void {
  managedPeople(app, services)
}
