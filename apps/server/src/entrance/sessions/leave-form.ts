import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { endSession } from './queries.ts'
import { hashOfSessionCode } from './session.ts'

/**
 * Registers the endpoint by which a visitor logs out. It also ends the session on the server (OWASP ASVS 5.0.0, 7.4.1).
 */
export function leaveForm(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.leaveForm, async ({ params, query: { code }, request }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const ended =
      code !== undefined && (await withCustomer(services.database.kysely, customer.code, (db) => endSession(db, customer.code, hashOfSessionCode(code))))
    if (ended) logSignIn(services.config, request, { event: 'sign_out', way: 'form', outcome: 'success', form: customer.code })
    return {}
  })
}
