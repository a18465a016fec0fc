import { createHash, randomUUIDv7 } from 'node:crypto'
import { canonicalEmail } from '@sportello/contract'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Config } from '../../platform/config.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { recoveryCode } from './names.ts'
import { findAccount, insertRecovery, recentRecoveries, takeWish } from './queries.ts'

/**
 * Maximum number of recovery mails to one account in 15 minutes. Without a limit, anybody could flood another person's
 * mailbox.
 */
const MAX_RECENT = 3

/** Returns the hash that the database stores instead of a password recovery code. */
export function hashOfRecovery(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/**
 * Handles a visitor's request for a new password in a job: creates a recovery code and its mail if the account exists
 * and has an e-mail address.
 */
export async function recoverAccount(services: CustomerServices, customerCode: string, id: string): Promise<void> {
  const customer = await services.knownCustomer(customerCode)
  await withCustomer(services.database.jobs, customerCode, async (db) => {
    const wish = await takeWish(db, customerCode, id)
    if (!wish || !customer.params.auth_type?.includes('LOGIN')) return
    const account = await findAccount(db, customerCode, wish.username_key)
    const email = account?.email ?? null
    if (!account || account.disabled || email === null || (wish.email !== null && canonicalEmail(wish.email) !== canonicalEmail(email))) return
    await openRecovery(db, services.config, { customerCode, accountId: account.id, email, language: wish.lang_code })
  })
}

/**
 * Creates a recovery code with which an account's owner can set a new password. If the account has an e-mail address,
 * also creates a mail with the recovery link.
 * @returns the recovery code; undefined if the account already got `MAX_RECENT` codes in the last 15 minutes
 */
export async function openRecovery(
  db: CustomerDb,
  config: Pick<Config, 'secretKey'>,
  { customerCode, ...to }: { customerCode: string; accountId: string; email: string | null; language: string },
): Promise<string | undefined> {
  if ((await recentRecoveries(db, customerCode, to.accountId)) >= MAX_RECENT) return undefined
  const id = randomUUIDv7()
  const code = recoveryCode(config, customerCode, id)
  await insertRecovery(db, { customerCode, id, codeHash: hashOfRecovery(code), ...to })
  return code
}
