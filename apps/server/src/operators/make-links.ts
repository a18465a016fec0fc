import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { LinksRefused, makeLinks as linksFor } from '../sessions/rules.ts'
import { managedForm } from './managed-form.ts'

export function makeLinks(app: FastifyInstance, services: Services): void {
  route(app, endpoints.makeLinks, async ({ params, body }) => {
    const customer = await managedForm(services, params.id)
    return linksFor(services, customer, body.people).catch((error: unknown) => {
      throw error instanceof LinksRefused ? fault('forms_mgmt0001', [], 'people') : error
    })
  })
}
