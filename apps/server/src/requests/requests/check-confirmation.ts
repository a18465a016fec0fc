import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { rejectUnlessAwaiting } from './link-state.ts'
import { findConfirmation } from './queries.ts'
import type { RequestServices } from './services.ts'
import { hashOfCode } from './verification-code.ts'

/**
 * Checks the code of a confirmation link without using it up.
 * @throws ApiError forms0003, forms0009, forms0040, forms0042, like the confirmation itself.
 */
export async function requireUsableConfirmation(services: Pick<RequestServices, 'database'>, customerCode: string, code: string): Promise<void> {
  const found = await withCustomer(services.database.kysely, customerCode, (db) => findConfirmation(db, customerCode, hashOfCode(code)))
  if (!found) throw apiError('forms0003')
  rejectUnlessAwaiting(found)
  if (found.used_at) throw apiError('forms0042')
  if (found.expired) throw apiError('forms0040')
}

export function checkConfirmation(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.checkConfirmation, async ({ params, query }) => {
    const customer = await services.knownCustomer(params.customerCode)
    await requireUsableConfirmation(services, customer.code, query.code)
    return { usable: true as const }
  })
}
