import { randomUUID } from 'node:crypto'
import type { KnownData, LoginReceipt } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Config } from '../../platform/config.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { encryptLogin, markBrowser } from '../sessions/rules.ts'
import { countFailure, type LoginAttempt, lockAttempts, secondsToWait, tooManyAttempts } from './failed-attempts.ts'
import { accountKey, addressKey, personOfAccount, usernameKey } from './names.ts'
import { verifyPassword } from './passwords.ts'
import { findAccount } from './queries.ts'

/**
 * Registers the endpoint by which a visitor logs in with user name and password. The error and the response time are
 * the same for an unknown name, a wrong password, a disabled account and a form without password login.
 */
export function logIn(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database
  route(app, endpoints.logIn, async ({ params, body, request, reply }) => {
    const customer = await services.openCustomer(params.customerCode)
    const tried: LoginAttempt = {
      kind: 'login',
      account: accountKey(services.config, customer.code, body.username),
      address: addressKey(services.config, customer.code, request.ip),
    }
    const { account, wait } = await withCustomer(kysely, customer.code, async (db) => ({
      wait: await secondsToWait(db, customer, tried),
      account: await findAccount(db, customer.code, usernameKey(body.username)),
    }))
    // Checks the limit of failed logins before the expensive hashing of the password. `settle` checks the limit again
    // while it holds the lock.
    if (wait !== null) throw tooManyAttempts(wait)
    const right = await verifyPassword(account?.password_hash, body.password)
    const admitted = (await settle(services, customer, tried, right && takesLogins(customer) && !account?.disabled)) && account !== undefined
    logSignIn(services.config, request, { event: 'sign_in', way: 'password', outcome: admitted ? 'success' : 'failure', form: customer.code })
    if (!admitted) throw apiError('forms0011')
    const known: KnownData = { ...(account.metadata as KnownData), ...(account.email !== null && { email: account.email }), username: account.username }
    const browser = markBrowser(request, reply, services.config, customer.code)
    return receiptOf(services.config, customer, { browser, authType: 'LOGIN', person: personOfAccount(account.id), stamp: account.stamp, known })
  })
}

const takesLogins = ({ params }: Customer) => params.auth_type?.includes('LOGIN') ?? false

/**
 * Records the result of a login attempt while it holds the lock. Of many parallel attempts, only as many as the limit
 * allows get to know whether their password was correct; the server rejects the others in any case.
 */
async function settle(services: CustomerServices, customer: Customer, tried: LoginAttempt, right: boolean): Promise<boolean> {
  const wait = await withCustomer(services.database.kysely, customer.code, async (db) => {
    await lockAttempts(db, tried)
    const wait = await secondsToWait(db, customer, tried)
    if (wait === null && !right) await countFailure(db, customer.code, tried)
    return wait
  })
  if (wait !== null) throw tooManyAttempts(wait)
  return right
}

/**
 * Returns the encrypted message that proves the login. The browser posts it to the SSO endpoint of the same form, and
 * that
 * endpoint opens the session.
 */
export function receiptOf(config: Config, customer: Customer, login: Omit<Parameters<typeof encryptLogin>[2], 'jti'>): LoginReceipt {
  return {
    url: `/${config.serviceName}/rs/v2/forms/${customer.code}/sso`,
    message: encryptLogin(config, customer.code, { ...login, jti: randomUUID() }),
  }
}
