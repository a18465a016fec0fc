import { type SqlBool, sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Json } from '../../platform/db/schema.ts'
import { acrossCustomers, type CustomerDb, type DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * SQL expression for the time when an account's sessions were last invalidated, for example by a new password. A login
 * message contains this time.
 * If the message contains an earlier time than the account, it opens no session.
 */
const STAMP = sql<string>`extract(epoch from sessions_invalidated_at)::text`

export function findAccount(db: CustomerDb, customerCode: string, usernameKey: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'password_hash', 'email', 'metadata', 'disabled', STAMP.as('stamp')])
    .where('customer_code', '=', customerCode)
    .where('username_key', '=', usernameKey)
    .executeTakeFirst()
}

/** Returns true if an account's sessions have not been invalidated since `stamp`. Locks the account's row until the transaction ends. */
export async function holdAccount(db: CustomerDb, customerCode: string, id: string, stamp: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select(STAMP.as('stamp'))
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.stamp === stamp
}

/** Returns true if a login token is still valid. Locks the token's row until the transaction ends, so that nobody can revoke the token in the meantime. */
export async function holdToken(db: CustomerDb, customerCode: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tokens')
    .select('id')
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .where('burned_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Reads a login token and locks its row until the transaction ends, so that attempts with the same token run one after the other. */
export function lockToken(db: CustomerDb, customerCode: string, tokenHash: Buffer) {
  return db
    .selectFrom('tokens')
    .select(['id', 'fields', 'metadata', 'single_use', 'used_at', 'burned_at'])
    .where('customer_code', '=', customerCode)
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a login token as used by a login. @returns true if the token was still valid */
export async function takeToken(db: CustomerDb, customerCode: string, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('tokens')
    .set({ used_at: sql<Date>`now()`, wrong_tries: 0 })
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .where('burned_at', 'is', null)
    .where(sql<SqlBool>`(not single_use or used_at is null)`)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

const WRONG_TRIES = 5

/** Counts a wrong attempt with a login token, and revokes the token at the fifth. For an unknown id, takes the same time. */
export async function countWrongTry(db: CustomerDb, customerCode: string, id: string): Promise<void> {
  await db
    .updateTable('tokens')
    .set({
      wrong_tries: sql<number>`wrong_tries + 1`,
      burned_at: sql<Date>`coalesce(burned_at, case when wrong_tries + 1 >= ${WRONG_TRIES}::int then now() end)`,
    })
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .execute()
}

/**
 * Stores a visitor's request for a new password. Queues the job that looks up the account, with a random delay of some
 * seconds. Without the delay,
 * the load that the job causes could reveal whether the account exists (timing attack).
 */
export async function insertWish(
  db: CustomerDb,
  wish: { customer_code: string; username_key: string; email: string | null; lang_code: string },
): Promise<void> {
  const { id } = await db.insertInto('recovery_wishes').values(wish).returning('id').executeTakeFirstOrThrow()
  await sql`select enqueue('recover_account', ${wish.customer_code}, ${id}::uuid, now() + random() * interval '2 seconds')`.execute(db)
}

export function takeWish(db: CustomerDb, customerCode: string, id: string) {
  return db
    .deleteFrom('recovery_wishes')
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .returning(['username_key', 'email', 'lang_code'])
    .executeTakeFirst()
}

/** Inserts a password recovery code. If the account has an e-mail address, also inserts a mail with the recovery link, and the job that sends the mail. */
export async function insertRecovery(
  db: CustomerDb,
  {
    customerCode,
    id,
    accountId,
    codeHash,
    email,
    language,
  }: { customerCode: string; id: string; accountId: string; codeHash: Buffer; email: string | null; language: string },
): Promise<void> {
  await sql`
    with code as (
      insert into recovery_codes (customer_code, id, account_id, code_hash, expires_at)
      values (${customerCode}, ${id}, ${accountId}, ${codeHash}, now() + interval '1 hour')
    ), mail as (
      insert into mails (customer_code, recovery_id, kind, lang_code, recipient)
      select ${customerCode}, ${id}::uuid, 'recovery', ${language}, ${email}::text where ${email}::text is not null returning customer_code, id
    ) select enqueue('send_mail', customer_code, id) from mail`.execute(db)
}

/** Counts the recovery codes that an account got in the last 15 minutes. Locks the account until the transaction ends. */
export async function recentRecoveries(db: CustomerDb, customerCode: string, accountId: string): Promise<number> {
  await lockAccount(db, customerCode, accountId)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from recovery_codes
    where customer_code = ${customerCode} and account_id = ${accountId} and created_at > now() - interval '15 minutes'`.execute(db)
  return rows[0]?.n ?? 0
}

export async function lockAccount(db: CustomerDb, customerCode: string, id: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('customer_code', '=', customerCode).where('id', '=', id).forUpdate().execute()
}

/** Reads a password recovery code. Also returns whether it has expired by the database's clock. */
export function findRecovery(db: CustomerDb, customerCode: string, codeHash: Buffer) {
  return db
    .selectFrom('recovery_codes')
    .select(['account_id', 'used_at', sql<boolean>`expires_at <= now()`.as('expired')])
    .where('customer_code', '=', customerCode)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

/** Marks a password recovery code as used, because a code works only once. @returns true if the code was still valid */
export async function takeRecovery(db: CustomerDb, customerCode: string, codeHash: Buffer): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('customer_code', '=', customerCode)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns the user name of the account to which a recovery code belongs. */
export async function usernameOfRecovery(db: CustomerDb | DeploymentDb, customerCode: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('recovery_codes as c')
    .innerJoin('accounts as a', (join) => join.onRef('a.customer_code', '=', 'c.customer_code').onRef('a.id', '=', 'c.account_id'))
    .select('a.username')
    .where('c.customer_code', '=', customerCode)
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row?.username
}

/** Sets an account's password and invalidates its unused recovery codes. */
export async function updatePassword(
  db: CustomerDb,
  customerCode: string,
  id: string,
  values: { password_hash: string; imported_hash?: string },
): Promise<void> {
  const now = sql<Date>`clock_timestamp()`
  await db
    .updateTable('accounts')
    .set({ ...values, updated_at: now, sessions_invalidated_at: now })
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .execute()
  await burnRecoveries(db, customerCode, id)
}

/** Invalidates the unused password recovery codes of an account. */
export async function burnRecoveries(db: CustomerDb, customerCode: string, accountId: string): Promise<void> {
  await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('customer_code', '=', customerCode)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

export function listAccounts(db: CustomerDb, customerCode: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'imported_hash', 'email', 'metadata'])
    .where('customer_code', '=', customerCode)
    .execute()
}

export interface AccountValues {
  username: string
  email: string | null
  metadata: Json
}

export async function insertAccount(
  db: CustomerDb,
  customerCode: string,
  account: AccountValues & { username_key: string; password_hash: string },
): Promise<void> {
  const { metadata, ...columns } = account
  await db
    .insertInto('accounts')
    .values({ customer_code: customerCode, ...columns, imported_hash: account.password_hash, metadata: JSON.stringify(metadata) })
    .execute()
}

export async function updateAccount(db: CustomerDb, customerCode: string, id: string, { metadata, ...columns }: AccountValues): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...columns, metadata: JSON.stringify(metadata), updated_at: sql<Date>`now()` })
    .where('customer_code', '=', customerCode)
    .where('id', '=', id)
    .execute()
}

export function listTokens(db: CustomerDb, customerCode: string) {
  return db.selectFrom('tokens').select(['id', 'token_hash', 'fields', 'metadata', 'single_use']).where('customer_code', '=', customerCode).execute()
}

/** Inserts or updates an imported login token. If the token's data changed, its number of wrong attempts is reset; a used single-use token stays used. */
export async function putToken(
  db: CustomerDb,
  customerCode: string,
  { token_hash, fields, metadata, single_use }: { token_hash: Buffer; fields: Json; metadata: Json; single_use: boolean },
): Promise<void> {
  const values = {
    fields: JSON.stringify(fields),
    metadata: JSON.stringify(metadata),
    single_use,
    updated_at: sql<Date>`now()`,
    wrong_tries: 0,
    burned_at: null,
  }
  await db
    .insertInto('tokens')
    .values({ customer_code: customerCode, token_hash, ...values })
    .onConflict((conflict) => conflict.columns(['customer_code', 'token_hash']).doUpdateSet(values))
    .execute()
}

/** SQL that selects old password recovery mails. Recovery mails belong to no request, so the index `mails_by_request` finds them. */
const OLD_RECOVERIES = (most: number) => `
  delete from mails where (customer_code, id) in (
    select m.customer_code, m.id from customers c join mails m on m.customer_code = c.customer_code and m.request_id is null
    where m.kind = 'recovery' and m.state <> 'queued' and m.created_at < now() - interval '7 days' limit ${most} for update of m skip locked)`

/**
 * Deletes expired data of logins and password recoveries. Keeps recovery codes and their mails for a week after their
 * expiry, so that a visitor with
 * an expired link gets the error “expired” instead of “unknown”.
 */
export async function sweepAccounts(services: CustomerServices): Promise<void> {
  await acrossCustomers(services.database.jobs, async (db) => {
    await db.deleteFrom('failed_logins').where('failed_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
    await db.deleteFrom('recovery_wishes').where('created_at', '<', sql<Date>`now() - interval '4 days'`).execute()
    await db.deleteFrom('recovery_codes').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute()
  })
  await inBatches(services.database.jobs, OLD_RECOVERIES)
}
