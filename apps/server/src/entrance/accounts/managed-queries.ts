import type { ShownAccount, ShownToken } from '@sportello/contract'
import { sql } from 'kysely'
import { PAGE_READ, paged } from '../../management/paging.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { likePattern } from '../../platform/http/like-pattern.ts'

const accounts = (db: DeploymentDb, customerCode: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'email', 'metadata', 'disabled', 'created_at', sql<string>`accounts.xmin::text`.as('version')])
    .where('customer_code', '=', customerCode)

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

export function shownAccount({ username_key: _key, created_at, metadata, ...row }: AccountRow): ShownAccount {
  return { ...row, metadata: metadata as ShownAccount['metadata'], created_at: created_at.toISOString() }
}

type Sort<K extends string> = K | `-${K}` | undefined

interface AccountFilters {
  name?: string | undefined
  sort?: Sort<'name' | 'created'>
  after?: string | undefined
}

/**
 * Returns the next page of the list of a form's accounts. The filter `name` matches a part of the user name or e-mail
 * address.
 */
export async function pageOfAccounts(db: DeploymentDb, customerCode: string, { name = '', sort = 'name', after }: AccountFilters) {
  const key = sort.endsWith('name') ? 'username_key' : 'id'
  const [later, direction] = sort.startsWith('-') ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const rows = await accounts(db, customerCode)
    .$if(name !== '', (query) => query.where(({ or, eb }) => or([eb('username', 'ilike', likePattern(name)), eb('email', 'ilike', likePattern(name))])))
    .$if(after !== undefined, (query) => query.where(key, later, after ?? ''))
    .orderBy(key, direction)
    .limit(PAGE_READ)
    .execute()
  return paged(rows, key)
}

/** Reads a visitor's account and locks it until the transaction ends. */
export function lockedAccount(db: DeploymentDb, customerCode: string, id: string) {
  return accounts(db, customerCode).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function readAccount(db: DeploymentDb, customerCode: string, id: string): Promise<AccountRow> {
  return accounts(db, customerCode).where('id', '=', id).executeTakeFirstOrThrow()
}

const STATE = sql<ShownToken['state']>`case when burned_at is not null then 'revoked' when used_at is not null then 'used' else 'unused' end`

const tokens = (db: DeploymentDb, customerCode: string) =>
  db
    .selectFrom('tokens')
    .select(['id', 'single_use', 'fields', 'metadata', 'wrong_tries', 'used_at', 'burned_at', 'created_at', STATE.as('state')])
    .where('customer_code', '=', customerCode)

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokens>['execute']>>[number]

export function shownToken({ used_at, burned_at, created_at, fields, metadata, ...row }: TokenRow): ShownToken {
  const known = { fields: fields as ShownToken['fields'], metadata: metadata as ShownToken['metadata'] }
  return { ...row, ...known, used_at: used_at?.toISOString() ?? null, revoked_at: burned_at?.toISOString() ?? null, created_at: created_at.toISOString() }
}

interface TokenFilters {
  known?: string | undefined
  state?: string | undefined
  sort?: Sort<'created'>
  after?: string | undefined
}

/**
 * Returns the next page of the list of a form's login tokens, newest first by default. The filter `known` matches a
 * part of the personal data that is stored with a token.
 */
export async function pageOfTokens(db: DeploymentDb, customerCode: string, { known = '', state, sort = '-created', after }: TokenFilters) {
  const [later, direction] = sort === 'created' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const rows = await tokens(db, customerCode)
    .$if(known !== '', (query) =>
      query.where(sql<boolean>`exists (select from jsonb_each_text(fields || metadata) as datum where datum.value ilike ${likePattern(known)})`),
    )
    .$if(state !== undefined, (query) => query.where(STATE, '=', state as ShownToken['state']))
    .$if(after !== undefined, (query) => query.where('id', later, after ?? ''))
    .orderBy('id', direction)
    .limit(PAGE_READ)
    .execute()
  return paged(rows, 'id')
}

/** Reads a login token and locks it until the transaction ends. */
export function lockedToken(db: DeploymentDb, customerCode: string, id: string) {
  return tokens(db, customerCode).where('id', '=', id).forUpdate().executeTakeFirst()
}
