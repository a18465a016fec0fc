import { randomUUID } from 'node:crypto'
import { destinationsOf, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedCustomer } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { eventIdOf } from './queries.ts'

export function testDestination(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.testDestination, async ({ params: { id, name }, operator }) => {
    const { code, params } = await managedCustomer(services, operator, id)
    const destination = destinationsOf(params).find((each) => each.name === name)
    if (!destination || !isDeliverable(destination)) throw apiError('http_not_found')
    const event_id = eventIdOf(randomUUID())
    const begun = performance.now()
    const outcome = await connectorOf(destination).probe(services.outbound, destination, event_id)
    const duration_ms = Math.round(performance.now() - begun)
    const { delivered, status, answer } = outcome
    await withinReach(services.database.kysely, operator, (db) =>
      audit(db, operator, { action: 'destination.test', subject: `${code}/${name}`, customer: code, after: { delivered, status } }),
    )
    return { delivered, event_id, status, answer, error: outcome.delivered ? null : outcome.error, duration_ms }
  })
}
