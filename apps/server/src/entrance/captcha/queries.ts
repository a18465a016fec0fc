import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { acrossCustomers, type CustomerDb } from '../../platform/db/with-customer.ts'
import { CHALLENGE_S } from './terms.ts'

/**
 * Returns true if Google has accepted the captcha solution and the stored record of it has not expired. The solution
 * may
 * have been used since then; the statement that stores the request checks that.
 */
export async function isVerified(db: CustomerDb, customerCode: string, solutionHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('captcha_solutions')
    .select('customer_code')
    .where('customer_code', '=', customerCode)
    .where('solution_hash', '=', solutionHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

export async function rememberVerified(db: CustomerDb, customerCode: string, solutionHash: Buffer): Promise<void> {
  await db
    .insertInto('captcha_solutions')
    .values({ customer_code: customerCode, solution_hash: solutionHash, expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_S})` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns true if a stored request has already used a captcha solution. */
export async function isUsed(db: CustomerDb, customerCode: string, solutionHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('captcha_solutions')
    .select('customer_code')
    .where('customer_code', '=', customerCode)
    .where('solution_hash', '=', solutionHash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Uses a captcha solution up. @returns false if it has been used before */
export async function spendSolution(db: CustomerDb, customerCode: string, solutionHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into captcha_solutions as s (customer_code, solution_hash, used_at, expires_at)
    values (${customerCode}, ${solutionHash}, now(), now() + interval '1 hour')
    on conflict (customer_code, solution_hash) do update set used_at = now(), expires_at = greatest(s.expires_at, excluded.expires_at)
    where s.used_at is null returning true`.execute(db)
  return rows.length > 0
}

/**
 * Returns true if one of the given senders has recently submitted the form, within the form's captcha period. Senders
 * are
 * hashes of mailboxes and network addresses.
 */
export async function haveSent(db: CustomerDb, customerCode: string, senders: readonly Buffer[]): Promise<boolean> {
  const found = await db
    .selectFrom('captcha_senders')
    .select('customer_code')
    .where('customer_code', '=', customerCode)
    .where('sender_hash', 'in', senders)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the expired database rows of captcha solutions and of their senders. */
export async function sweepCaptchas(services: CustomerServices): Promise<void> {
  await acrossCustomers(services.database.jobs, async (db) => {
    await db.deleteFrom('captcha_solutions').where('expires_at', '<', sql<Date>`now()`).execute()
    await db.deleteFrom('captcha_senders').where('expires_at', '<', sql<Date>`now()`).execute()
  })
}
