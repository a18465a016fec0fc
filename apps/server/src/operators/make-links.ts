import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedCustomer } from '../customers/rules.ts'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'
import { LinksRefused, makeLinks as linksFor } from '../sessions/rules.ts'
import { managed } from './managed.ts'

export function makeLinks(app: FastifyInstance, services: Services): void {
  managed(app, endpoints.makeLinks, async ({ params, body, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    return linksFor(services, customer, body.people).catch((error: unknown) => {
      throw error instanceof LinksRefused ? fault('forms_mgmt0001', [], 'people') : error
    })
  })
}
