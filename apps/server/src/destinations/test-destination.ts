import { randomUUID } from 'node:crypto'
import { destinationsOf, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedCustomer } from '../customers/rules.ts'
import { fault } from '../http/fault.ts'
import { audit, managed, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { eventIdOf } from './queries.ts'

export function testDestination(app: FastifyInstance, services: Services): void {
  managed(app, endpoints.testDestination, async ({ params: { id, name }, operator }) => {
    const { code, params } = await managedCustomer(services, operator, id)
    const destination = destinationsOf(params).find((each) => each.name === name)
    if (!destination || !isDeliverable(destination)) throw fault('http_not_found')
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
