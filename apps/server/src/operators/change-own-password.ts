import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hashPassword, requireUncommon } from '../accounts/rules.ts'
import { acrossCustomers } from '../db/with-customer.ts'
import { inputFault } from '../http/input-faults.ts'
import type { Services } from '../services.ts'
import { revokeOtherCredentials } from './credential.ts'
import { audit, managed } from './managed.ts'
import { requirePassword } from './reauthentication.ts'

/** An operator's own password, which asks for the present one. */
export function changeOwnPassword(app: FastifyInstance, services: Services): void {
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
        // An owner may have given another meanwhile.
        .where('password_hash', '=', known)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw inputFault('present', 'wrong')
      await revokeOtherCredentials(db, operator)
      await audit(db, operator, { action: 'password.edit', subject: username })
    })
    return {}
  })
}
