import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { verifyPassword } from '../../entrance/accounts/rules.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { takeCode } from './authenticator.ts'
import { countAttempt } from './sign-in-attempts.ts'

/**
 * Registers the endpoint for the operators' sign-in with a password and, if the operator has an authenticator app, its
 * code. The response is the same for all errors. The browser passes the returned credential to the URL
 * /admin/management/auth.
 */
export function signIn(app: FastifyInstance, services: CustomerServices): void {
  const { database } = services
  route(app, endpoints.signIn, async ({ body: { username, password, code }, request }) => {
    const cancelAttempt = await countAttempt(services, request, 'account', username)
    const row = await database.kysely
      .selectFrom('operators')
      .select(['username', 'password_hash', 'totp_secret', 'totp_confirmed_at'])
      .where('username', '=', username)
      .where('disabled', '=', false)
      .executeTakeFirst()
    const right = await verifyPassword(row?.password_hash ?? undefined, password)
    const tell = (way: string, outcome: 'success' | 'failure') =>
      logSignIn(services.config, request, { event: 'sign_in', way, outcome, ...(row && { operator: row.username }) })
    if (!row || !right) {
      tell('password', 'failure')
      throw apiError('forms0011')
    }
    const asksCode = row.totp_confirmed_at !== null && row.totp_secret !== null
    const given = code !== undefined && code !== ''
    if (asksCode && given && !(await takeCode(services, row.username, row.totp_secret ?? Buffer.alloc(0), code))) {
      tell('password+code', 'failure')
      throw apiError('forms0011')
    }
    await cancelAttempt()
    if (asksCode && !given) return { auth: null, code_required: true }
    const way = asksCode ? 'password+code' : 'password'
    tell(way, 'success')
    return { auth: await openOperatorSession(database, row.username, { way, request }), code_required: false }
  })
}
