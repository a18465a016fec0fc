import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { route } from '../../platform/http/route.ts'
import { countFailure, type LoginAttempt, lockAttempts, secondsToWait, tooManyAttempts } from './failed-attempts.ts'
import { addressKey, usernameKey } from './names.ts'
import { insertWish } from './queries.ts'

/**
 * Registers the endpoint by which a visitor requests a new password. The endpoint only stores the request, and a job
 * sends the mail later, so neither the response nor the response time reveals whether the account exists.
 */
export function askRecovery(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.askRecovery, async ({ params, body, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    const tried: LoginAttempt = { kind: 'recovery', account: null, address: addressKey(services.config, customer.code, request.ip) }
    const email = body.email?.trim() || null
    const wait = await withCustomer(services.database.kysely, customer.code, async (db) => {
      await lockAttempts(db, tried)
      const wait = await secondsToWait(db, customer, tried)
      if (wait !== null) return wait
      await countFailure(db, customer.code, tried)
      await insertWish(db, { customer_code: customer.code, username_key: usernameKey(body.username), email, lang_code: languageFor(request) })
      return null
    })
    if (wait !== null) throw tooManyAttempts(wait)
    return { accepted: true as const }
  })
}
