import { numberSetting } from '@sportello/contract'
import { sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** A try to come in, or a wish for a new password, by what its failures are counted. */
export interface LoginAttempt {
  kind: 'login' | 'recovery'
  /** Null where no user name is at stake. */
  account: Buffer | null
  address: Buffer
}

const WINDOW_S = 15 * 60

/** The first key of our advisory locks; the second is of the account or the address. */
const ACCOUNT_LOCK = 0x5350_0001
const ADDRESS_LOCK = 0x5350_0002

/** Makes the tries of one account and of one address come one after the other until the transaction ends, over all processes. */
export async function lockAttempts(db: CustomerDb | DeploymentDb, { account, address }: Pick<LoginAttempt, 'account' | 'address'>): Promise<void> {
  // Always in this order, so that no two wait for each other.
  if (account) await sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}::int, ${account.readInt32BE(0)}::int)`.execute(db)
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, ${address.readInt32BE(0)}::int)`.execute(db)
}

/** Seconds until another try may be made; null where it may be made now. Exact only while `lockAttempts` holds. */
export async function secondsToWait(
  db: CustomerDb,
  { code, settings }: Pick<Customer, 'code' | 'settings'>,
  { kind, account, address }: LoginAttempt,
): Promise<number | null> {
  // The failure that is as far back as the limit: when it leaves the window there is room again.
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from max(failed_at) + make_interval(secs => ${WINDOW_S}) - clock_timestamp()))::int as wait from (
      (select failed_at from failed_logins
       where customer_code = ${code} and kind = ${kind} and account_key = ${account} and failed_at > clock_timestamp() - make_interval(secs => ${WINDOW_S})
       order by failed_at desc offset ${numberSetting(settings, 'failed_logins_account') - 1} limit 1)
      union all
      (select failed_at from failed_logins
       where customer_code = ${code} and kind = ${kind} and address_key = ${address} and failed_at > clock_timestamp() - make_interval(secs => ${WINDOW_S})
       order by failed_at desc offset ${numberSetting(settings, 'failed_logins_address') - 1} limit 1)
    ) as furthest`.execute(db)
  const wait = rows[0]?.wait ?? null
  return wait === null ? null : Math.max(1, wait)
}

export async function countFailure(db: CustomerDb, customerCode: string, { kind, account, address }: LoginAttempt): Promise<void> {
  await db.insertInto('failed_logins').values({ customer_code: customerCode, kind, account_key: account, address_key: address }).execute()
}

/** @param seconds from `secondsToWait` */
export function tooManyAttempts(seconds: number): ApiError {
  return new ApiError([{ code: 'forms0045' }], { headers: { 'retry-after': String(seconds) } })
}
