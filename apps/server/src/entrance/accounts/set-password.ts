import { PASSWORD_MIN_LENGTH, passwordFaults } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { changePassword } from './change-password.ts'
import { countedRecoveryError, recoveryError } from './check-recovery.ts'
import { isCommonPassword } from './common-password.ts'
import { hashPassword } from './passwords.ts'
import { findRecovery, lockAccount, takeRecovery } from './queries.ts'
import { hashOfRecovery } from './recover-account.ts'

/**
 * Registers the endpoint that sets a new password for the account to which a recovery code belongs, and ends the
 * account's sessions.
 */
export function setPassword(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database
  route(app, endpoints.setPassword, async ({ params, body, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    await rejectWeak(body.password, customer.code)
    const codeHash = hashOfRecovery(body.code)
    const outcome = await countedRecoveryError(services, customer, body.code, request.ip)
    const told = { event: 'sign_in', way: 'recovery', form: customer.code } as const
    if (outcome) {
      logSignIn(services.config, request, { ...told, outcome: 'failure' })
      throw outcome
    }
    const passwordHash = await hashPassword(body.password)
    const refused = await withCustomer(kysely, customer.code, async (db) => {
      // Locks the account first, so that two parallel calls with codes of the same account run one after the other. The
      // second call then finds its code invalidated.
      const found = await findRecovery(db, customer.code, codeHash)
      if (found) await lockAccount(db, customer.code, found.account_id)
      if (!found || !(await takeRecovery(db, customer.code, codeHash))) return recoveryError(db, customer.code, codeHash)
      await changePassword(db, customer.code, found.account_id, { password_hash: passwordHash })
      return undefined
    })
    logSignIn(services.config, request, { ...told, outcome: refused ? 'failure' : 'success' })
    if (refused) throw refused
    return { changed: true as const }
  })
}

/**
 * Rejects a weak password.
 * @throws ApiError forms0043 with an entry for each password rule that the password breaks.
 */
async function rejectWeak(password: string, customerCode: string): Promise<void> {
  const broken: readonly string[] = passwordFaults(password)
  const rules = broken.length === 0 && (await isCommonPassword(password, [customerCode])) ? ['password_nota'] : broken
  const [first, ...rest] = rules.map((rule) => ({
    code: 'forms0043' as const,
    params: rule === 'password_lunghezza' ? [rule, String(PASSWORD_MIN_LENGTH)] : [rule],
    field: 'password',
  }))
  if (first) throw new ApiError([first, ...rest])
}
