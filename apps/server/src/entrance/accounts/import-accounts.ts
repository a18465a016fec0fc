import { isDeepStrictEqual } from 'node:util'
import type { Account, Token } from '@sportello/contract'
import type { Kysely } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { DB, Json } from '../../platform/db/schema.ts'
import { acrossCustomers, type CustomerDb, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { changePassword } from './change-password.ts'
import { hashOfToken, usernameKey } from './names.ts'
import { HASHES_AT_ONCE, hashPassword, verifyPassword } from './passwords.ts'
import { type AccountValues, insertAccount, listAccounts, listTokens, putToken, updateAccount } from './queries.ts'

/**
 * An account of a bundle with the hash of its password. The hash is null if the password is the same as at the
 * account's last import.
 */
export interface HashedAccount {
  account: Account
  newHash: string | null
}

export type Change = 'added' | 'changed' | 'left'

/** Reads the accounts or tokens that are already stored for the forms in the bundle, grouped by form. */
async function rowsByForm<T>(entries: readonly { form: string }[], list: (form: string) => Promise<T>): Promise<Map<string, T>> {
  const rows = new Map<string, T>()
  for (const form of new Set(entries.map((each) => each.form))) rows.set(form, await list(form))
  return rows
}

/**
 * Casts a transaction that sees all customers to the type of a transaction for one customer, because the queries accept
 * only that type.
 */
export const asCustomers = (db: DeploymentDb) => db as unknown as CustomerDb

/**
 * Hashes the passwords of a bundle, a few in parallel. Runs before the import's transaction, because hashing takes
 * minutes and the transaction would hold its locks for as long. If a password has not changed since the last import of
 * the account, it is only verified, not hashed again.
 * @param onProgress receives the number of passwords processed so far
 */
export async function hashAccounts(db: Kysely<DB>, accounts: readonly Account[], onProgress: (done: number) => void): Promise<HashedAccount[]> {
  const present = await acrossCustomers(db, (all) =>
    rowsByForm(accounts, async (form) => new Map((await listAccounts(asCustomers(all), form)).map((row) => [row.username_key, row.imported_hash]))),
  )
  const hashed: HashedAccount[] = new Array(accounts.length)
  const left = accounts.entries()
  let done = 0
  async function work(): Promise<void> {
    for (const [at, account] of left) {
      const before = present.get(account.form)?.get(usernameKey(account.username))
      const same = before !== undefined && (await verifyPassword(before, account.password))
      hashed[at] = { account, newHash: same ? null : await hashPassword(account.password) }
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, work))
  return hashed
}

/**
 * Imports the accounts of a bundle. Does not delete stored accounts that the bundle does not contain.
 * @returns what the import changed for each account, in the bundle's order
 */
export async function putAccounts(all: DeploymentDb, accounts: readonly HashedAccount[]): Promise<Change[]> {
  const db = asCustomers(all)
  const present = await rowsByForm(
    accounts.map(({ account }) => account),
    async (form) => new Map((await listAccounts(db, form)).map((row) => [row.username_key, row])),
  )
  const changes: Change[] = []
  for (const { account, newHash } of accounts) {
    const key = usernameKey(account.username)
    const values: AccountValues = { username: account.username.trim(), email: account.email ?? null, metadata: account.metadata as Json }
    const row = present.get(account.form)?.get(key)
    if (!row) {
      await insertAccount(db, account.form, { ...values, username_key: key, password_hash: newHash ?? (await hashPassword(account.password)) })
      changes.push('added')
      continue
    }
    const same = row.username === values.username && row.email === values.email && isDeepStrictEqual(row.metadata, values.metadata)
    if (!same) await updateAccount(db, account.form, row.id, values)
    if (newHash !== null) await changePassword(db, account.form, row.id, { password_hash: newHash, imported_hash: newHash })
    changes.push(same && newHash === null ? 'left' : 'changed')
  }
  return changes
}

/**
 * Imports the login tokens of a bundle. Does not delete stored tokens that the bundle does not contain.
 * @returns what the import changed for each token, in the bundle's order
 */
export async function putTokens(all: DeploymentDb, config: Pick<Config, 'secretKey'>, tokens: readonly Token[]): Promise<Change[]> {
  const db = asCustomers(all)
  const present = await rowsByForm(tokens, async (form) => new Map((await listTokens(db, form)).map((row) => [row.token_hash.toString('hex'), row])))
  const changes: Change[] = []
  for (const { form, token, fields, metadata, single_use } of tokens) {
    const token_hash = hashOfToken(config, form, token)
    const row = present.get(form)?.get(token_hash.toString('hex'))
    const same = row?.single_use === single_use && isDeepStrictEqual(row.fields, fields) && isDeepStrictEqual(row.metadata, metadata)
    if (!same) await putToken(db, form, { token_hash, fields: fields as Json, metadata: metadata as Json, single_use })
    changes.push(same ? 'left' : row ? 'changed' : 'added')
  }
  return changes
}
