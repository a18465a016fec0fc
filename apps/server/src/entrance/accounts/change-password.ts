import type { CustomerDb } from '../../platform/db/with-customer.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { personOfAccount } from './names.ts'
import { updatePassword } from './queries.ts'

/**
 * Changes an account's password, ends the sessions that were opened with the old password, and invalidates unused
 * recovery links.
 */
export async function changePassword(
  db: CustomerDb,
  customerCode: string,
  id: string,
  values: { password_hash: string; imported_hash?: string },
): Promise<void> {
  await updatePassword(db, customerCode, id, values)
  await endSessionsOf(db, customerCode, personOfAccount(id))
}
