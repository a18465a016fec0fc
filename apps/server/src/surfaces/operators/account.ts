import type { ManagementAccount } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { addFactor, revokeCredential } from '../../management/operator-session.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { newAuthenticator, takeCode } from './authenticator.ts'
import { requireReauthentication } from './reauthentication.ts'
import { countAttempt } from './sign-in-attempts.ts'

/**
 * Registers the endpoints for an operator's own account: reading it, signing out, and setting up an authenticator app
 * (administrator specification, section 7, and additions).
 */
export function account(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database
  managed(app, endpoints.getAccount, async ({ operator }) => {
    const row = await kysely
      .selectFrom('operators')
      .select(['username', 'email', 'name', 'surname', 'role', 'customers', 'languages'])
      .select([sql<boolean>`password_hash is not null`.as('password'), sql<boolean>`totp_confirmed_at is not null`.as('authenticator')])
      .where('username', '=', operator.username)
      .executeTakeFirstOrThrow()
    return { ...row, second_factor_due: operator.secondFactorDue } as ManagementAccount
  })

  managed(app, endpoints.leave, async ({ request, operator }) => {
    await revokeCredential(services, operator)
    logSignIn(services.config, request, { event: 'sign_out', way: 'dashboard', outcome: 'success', operator: operator.username })
    return {}
  })

  managed(app, endpoints.setUpAuthenticator, async ({ body: { present }, operator, request }) => {
    await requireReauthentication(services, request, operator, present)
    return acrossCustomers(kysely, async (db) => {
      const { sealed, uri, secret } = newAuthenticator(services.config, operator.username)
      const { numUpdatedRows } = await db
        .updateTable('operators')
        .set({ totp_secret: sealed })
        .where('username', '=', operator.username)
        .where('totp_confirmed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw apiError('forms_mgmt0003')
      return { uri, secret }
    })
  })

  managed(app, endpoints.confirmAuthenticator, async ({ body: { code }, operator, request }) => {
    await requireCode(request, operator.username, code)
    await acrossCustomers(kysely, async (db) => {
      await db.updateTable('operators').set({ totp_confirmed_at: new Date() }).where('username', '=', operator.username).execute()
      await addFactor(db, operator, 'password+code')
      await audit(db, operator, { action: 'authenticator.add', subject: operator.username })
    })
    return {}
  })

  managed(app, endpoints.removeAuthenticator, async ({ body: { code }, operator, request }) => {
    await requireCode(request, operator.username, code)
    await acrossCustomers(kysely, async (db) => {
      await db.updateTable('operators').set({ totp_confirmed_at: null, totp_secret: null }).where('username', '=', operator.username).execute()
      await audit(db, operator, { action: 'authenticator.delete', subject: operator.username })
    })
    return {}
  })

  /**
   * Verifies a code of the operator's authenticator app. Wrong codes count as failed attempts, like wrong passwords.
   * Otherwise an intruder with access to an open session could guess the six digits.
   * @throws ApiError forms_mgmt0001, forms0045.
   */
  async function requireCode(request: FastifyRequest, username: string, code: string): Promise<void> {
    const cancelAttempt = await countAttempt(services, request, 'code', username)
    const row = await kysely.selectFrom('operators').select('totp_secret').where('username', '=', username).executeTakeFirst()
    if (!row?.totp_secret || !(await takeCode(services, username, row.totp_secret, code))) throw inputError('code', 'wrong')
    await cancelAttempt()
  }
}
