import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { hashPassword, requireUncommon } from '../../entrance/accounts/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { revokeOtherCredentials } from '../../management/operator-session.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { requirePassword } from './reauthentication.ts'

/** Registers the endpoint by which operators change their own password. The current password is required. */
export function changeOwnPassword(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database
  managed(app, endpoints.changeOwnPassword, async ({ body: { present, password }, operator, request }) => {
    const { username } = operator
    const known = await requirePassword(services, request, operator, present)
    await requireUncommon(password, [username])
    const password_hash = await hashPassword(password)
    await acrossCustomers(kysely, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('operators')
        .set({ password_hash, updated_at: sql<Date>`now()` })
        .where('username', '=', username)
        // An owner may have set another password for the operator since this call read the current one. Then updates no
        // row.
        .where('password_hash', '=', known)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw inputError('present', 'wrong')
      await revokeOtherCredentials(db, operator)
      await audit(db, operator, { action: 'password.edit', subject: username })
    })
    return {}
  })
}
