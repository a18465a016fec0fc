import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { accountKey, addressKey, countFailure, type LoginAttempt, lockAttempts, secondsToWait, tooManyAttempts } from '../../entrance/accounts/rules.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { endFollowUpSession, insertFollowUpSession, keepRequest } from '../../requests/follow-up/queries.ts'
import { hashOfFollowUpToken, isSameSecret, newFollowUpToken, requestOfFollowUpKey } from '../../requests/follow-up/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { followedCustomer } from './in-session.ts'
import { dropFollowUpToken, followUpTokenOf, keepFollowUpToken } from './session-cookie.ts'
import { shownFollowUp } from './shown-follow-up.ts'

/** The rate limit counts a wrong key or code as this many calls. */
const CALLS_PER_FAILURE = 10

/** Registers the endpoints that open and end the session of a request's follow-up page. */
export function openFollowUp(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  route(app, endpoints.openFollowUp, async ({ params, body, request, reply }) => {
    const customer = await followedCustomer(services, params.customerCode)
    const way = 'key' in body ? 'follow_up_link' : 'follow_up_code'
    const attempt: LoginAttempt | null =
      'key' in body
        ? null
        : {
            kind: 'follow_up',
            account: accountKey(services.config, customer.code, body.ticket),
            address: addressKey(services.config, customer.code, request.ip),
          }
    const before = followUpTokenOf(request, services.config, customer.code)
    const token = newFollowUpToken()
    const opened = await withCustomer(kysely, customer.code, async (db) => {
      if (attempt) await lockAttempts(db, attempt)
      const wait = attempt && (await secondsToWait(db, customer, attempt))
      if (wait !== null) return { wait }
      const id = 'key' in body ? requestOfFollowUpKey(services.config.secretKey, customer.code, body.key) : await requestOfCodes(db, customer, body)
      const key = { customer_code: customer.code, id: id ?? '' }
      if (id === undefined || !(await keepRequest(db, key))) {
        // Committed, because the error is thrown after the transaction.
        if (attempt) await countFailure(db, customer.code, attempt)
        return {}
      }
      // Another link replaces the session that the browser has.
      if (before !== undefined) await endFollowUpSession(db, customer.code, hashOfFollowUpToken(before))
      const tokenHash = hashOfFollowUpToken(token)
      await insertFollowUpSession(db, key, tokenHash)
      return { shown: await shownFollowUp(services, db, customer, { ...key, tokenHash, openUntil: null }) }
    })
    if (opened.wait !== undefined) throw tooManyAttempts(opened.wait)
    logSignIn(services.config, request, { event: 'sign_in', way, outcome: opened.shown ? 'success' : 'failure', form: customer.code })
    if (!opened.shown) {
      request.extraCalls += CALLS_PER_FAILURE - 1
      throw apiError('forms0003')
    }
    keepFollowUpToken(reply, services.config, customer.code, token)
    return opened.shown
  })

  route(app, endpoints.leaveFollowUp, async ({ params, request, reply }) => {
    const customer = await followedCustomer(services, params.customerCode)
    const token = followUpTokenOf(request, services.config, customer.code)
    if (token !== undefined) {
      await withCustomer(kysely, customer.code, (db) => endFollowUpSession(db, customer.code, hashOfFollowUpToken(token)))
      logSignIn(services.config, request, { event: 'sign_out', way: 'follow_up', outcome: 'success', form: customer.code })
    }
    dropFollowUpToken(reply, services.config, customer.code)
    return {}
  })
}

/**
 * Returns the id of the request with a ticket and a one-time code. A ticket that does not exist is compared like one that does, so that
 * neither the answer nor its time tells which of the two was wrong.
 */
async function requestOfCodes(db: CustomerDb, { code }: Customer, { ticket, otp }: { ticket: string; otp: string }): Promise<string | undefined> {
  const found = await db
    .selectFrom('requests')
    .select(['id', 'otp', 'opens_ticket'])
    .where('customer_code', '=', code)
    .where('ticket', '=', ticket.trim().toUpperCase())
    .executeTakeFirst()
  return isSameSecret(found?.otp ?? null, otp.replaceAll(/\s/g, '')) ? found?.id : undefined
}
