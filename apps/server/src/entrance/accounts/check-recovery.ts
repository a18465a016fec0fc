import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { type ApiError, apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { countFailure, type LoginAttempt, lockAttempts, secondsToWait, tooManyAttempts } from './failed-attempts.ts'
import { addressKey } from './names.ts'
import { findRecovery } from './queries.ts'
import { hashOfRecovery } from './recover-account.ts'

/** Returns the error with which the server rejects a password recovery code; undefined if the code is valid. */
export async function recoveryError(db: CustomerDb, customerCode: string, codeHash: Buffer): Promise<ApiError | undefined> {
  const found = await findRecovery(db, customerCode, codeHash)
  if (!found) return apiError('forms0011')
  if (found.used_at) return apiError('forms0042')
  return found.expired ? apiError('forms0040') : undefined
}

/**
 * Returns the error with which the server rejects a password recovery code; undefined if the code is valid. Counts an
 * invalid code as a failed attempt of the network address, so that the limit of guesses applies to every call that
 * sends a code.
 */
export async function countedRecoveryError(services: CustomerServices, customer: Customer, code: string, address: string): Promise<ApiError | undefined> {
  const tried: LoginAttempt = { kind: 'login', account: null, address: addressKey(services.config, customer.code, address) }
  return withCustomer(services.database.kysely, customer.code, async (db) => {
    await lockAttempts(db, tried)
    const wait = await secondsToWait(db, customer, tried)
    if (wait !== null) return tooManyAttempts(wait)
    const refused = await recoveryError(db, customer.code, hashOfRecovery(code))
    if (refused) await countFailure(db, customer.code, tried)
    return refused
  })
}

/**
 * Checks the code of a password recovery link without using it up.
 * @throws ApiError forms0011, forms0040, forms0042, forms0045, like the call that sets the password.
 */
export async function requireUsableRecovery(services: CustomerServices, customer: Customer, code: string, address: string): Promise<void> {
  const refused = await countedRecoveryError(services, customer, code, address)
  if (refused) throw refused
}

export function checkRecovery(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.checkRecovery, async ({ params, query, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    await requireUsableRecovery(services, customer, query.code, request.ip)
    return { usable: true as const }
  })
}
