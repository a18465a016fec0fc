import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedCustomer } from '../customers/rules.ts'
import { withCustomer } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'
import { makeCredential as credentialFor } from '../sessions/rules.ts'
import { audit, managed, withinReach } from './managed.ts'

export function makeCredential(app: FastifyInstance, services: Services): void {
  managed(app, endpoints.makeCredential, async ({ params, body, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    if (!customer.params.auth_type?.includes('B2B')) throw fault('forms_mgmt0001', [], 'id')
    const { description = '' } = body
    const credential = await withCustomer(services.database.kysely, customer.code, (db) => credentialFor(db, customer.code, description))
    await withinReach(services.database.kysely, operator, (db) =>
      audit(db, operator, { action: 'credential.add', subject: customer.code, customer: customer.code, after: { description } }),
    )
    return { credential }
  })
}
