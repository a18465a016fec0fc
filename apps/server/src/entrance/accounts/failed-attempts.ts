import { numberSetting } from '@sportello/contract'
import { sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** The keys under which the server counts failed logins and password recovery requests. */
export interface LoginAttempt {
  kind: 'login' | 'recovery' | 'follow_up'
  /** Hash of the user name in a login attempt; null if the attempt contains no user name. */
  account: Buffer | null
  address: Buffer
}

const WINDOW_S = 15 * 60

/**
 * Number of failed attempts to open the follow-up page of one ticket in an hour, after which the next one must wait. The one-time code
 * has six digits only.
 */
const FOLLOW_UPS = 10
const FOLLOW_UP_WINDOW_S = 60 * 60

/**
 * First key of PostgreSQL's advisory locks for login attempts; the second key is derived from the account or the
 * network address.
 */
const ACCOUNT_LOCK = 0x5350_0001
const ADDRESS_LOCK = 0x5350_0002

/**
 * Locks the login attempts of one account and of one network address until the transaction ends. The locks apply to all
 * server processes.
 */
export async function lockAttempts(db: CustomerDb | DeploymentDb, { account, address }: Pick<LoginAttempt, 'account' | 'address'>): Promise<void> {
  // Always locks the account before the network address, because two transactions with different orders could deadlock.
  if (account) await sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}::int, ${account.readInt32BE(0)}::int)`.execute(db)
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, ${address.readInt32BE(0)}::int)`.execute(db)
}

/**
 * Returns the seconds until the next login attempt is allowed; null if it is allowed now. The result stays correct only
 * while the caller holds the locks of `lockAttempts`.
 */
export async function secondsToWait(
  db: CustomerDb,
  { code, settings }: Pick<Customer, 'code' | 'settings'>,
  { kind, account, address }: LoginAttempt,
): Promise<number | null> {
  // Selects the oldest failed login that is still counted. The next attempt is allowed when this failed login leaves
  // the period in which failed logins are counted.
  const [most, windowS] = kind === 'follow_up' ? [FOLLOW_UPS, FOLLOW_UP_WINDOW_S] : [numberSetting(settings, 'failed_logins_account'), WINDOW_S]
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from max(ends_at) - clock_timestamp()))::int as wait from (
      (select failed_at + make_interval(secs => ${windowS}) as ends_at from failed_logins
       where customer_code = ${code} and kind = ${kind} and account_key = ${account} and failed_at > clock_timestamp() - make_interval(secs => ${windowS})
       order by failed_at desc offset ${most - 1} limit 1)
      union all
      (select failed_at + make_interval(secs => ${WINDOW_S}) as ends_at from failed_logins
       where customer_code = ${code} and kind = ${kind} and address_key = ${address} and failed_at > clock_timestamp() - make_interval(secs => ${WINDOW_S})
       order by failed_at desc offset ${numberSetting(settings, 'failed_logins_address') - 1} limit 1)
    ) as furthest`.execute(db)
  const wait = rows[0]?.wait ?? null
  return wait === null ? null : Math.max(1, wait)
}

export async function countFailure(db: CustomerDb, customerCode: string, { kind, account, address }: LoginAttempt): Promise<void> {
  await db.insertInto('failed_logins').values({ customer_code: customerCode, kind, account_key: account, address_key: address }).execute()
}

/**
 * Creates the error forms0045 for too many failed login attempts.
 * @param seconds the waiting time from `secondsToWait`
 */
export function tooManyAttempts(seconds: number): ApiError {
  return new ApiError([{ code: 'forms0045' }], { headers: { 'retry-after': String(seconds) } })
}
