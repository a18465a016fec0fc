import type { Integration } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/**
 * Registers the endpoints for data sources, which supply the options of questions. Authors choose a data source and try
 * it
 * out. The server never sends the URLs and headers of a data source to authors.
 */
export function managedServices(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listServices, async () => {
    const rows = await acrossCustomers(kysely, (db) => db.selectFrom('integrations').select(['service', 'document']).orderBy('service').execute())
    return rows.map(({ service, document }) => {
      const { kind, input = {} } = document as unknown as Integration
      return { service, kind, inputs: Object.entries(input).map(([key, type]) => ({ key, type })) }
    })
  })

  managed(app, endpoints.tryService, async ({ params: { service }, body, request }) => {
    const stored = await acrossCustomers(kysely, (db) => db.selectFrom('integrations').select('document').where('service', '=', service).executeTakeFirst())
    if (!stored) throw apiError('http_not_found')
    // Calls the data source in any case: without the cache, and even if the circuit breaker is open. The author then
    // sees the current response.
    return { options: [...(await services.optionLookups.lookUp(stored.document as unknown as Integration, body, request.ip))] }
  })
}
