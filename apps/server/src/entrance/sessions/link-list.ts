import type { ShownLink } from '@sportello/contract'
import { sql } from 'kysely'
import { PAGE_READ } from '../../management/paging.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { decryptEach, type Encryption, ifReadable } from '../../platform/keys/rules.ts'
import { knownPlace } from './known-data.ts'

/**
 * When an operator searches the personal links, one call decrypts the data of at most this many links, which takes
 * about
 * 50 ms. The next call continues after the last of these links.
 */
const OPENED = 2_000
const BATCH = 500

const STATE = sql<ShownLink['state']>`case when revoked_at is not null then 'revoked' when used_at is not null then 'used'
  when expires_at <= now() then 'expired' else 'unused' end`

export const links = (db: DeploymentDb, code: string) =>
  db
    .selectFrom('sessions')
    .select(['link_id as id', 'code_hash', 'known_data', 'made_by', 'created_at', 'expires_at', 'used_at', 'revoked_at', STATE.as('state')])
    .$narrowType<{ id: string }>()
    .where('customer_code', '=', code)
    .where('link_id', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof links>['execute']>>[number]

/** Returns a personal link as operators see it. The person is missing if the customer's encryption key was deleted. */
export async function shownLink(encryption: Encryption, db: DeploymentDb, customerCode: string, row: Row): Promise<ShownLink> {
  const { code_hash, known_data, created_at, expires_at, used_at, revoked_at, ...rest } = row
  const known = (await ifReadable(encryption.openJson(db, knownPlace(customerCode, code_hash), known_data))) ?? {}
  return {
    ...rest,
    known: known as ShownLink['known'],
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    used_at: used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  }
}

interface Filters {
  known: string
  state: ShownLink['state'] | undefined
  sort: 'created' | '-created'
  after: string | undefined
}

/**
 * Returns the next page of the list of a form's personal links. A search must decrypt the data of each link, because
 * operators type parts of names and addresses, which keyed hashes cannot find. Therefore a page may be short or empty
 * although another page follows.
 */
export async function pageOfLinks(encryption: Encryption, db: DeploymentDb, code: string, { known, state, sort, after }: Filters) {
  const [later, direction] = sort === 'created' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const found: ShownLink[] = []
  const part = known.toLowerCase()
  const limit = part === '' ? PAGE_READ : BATCH
  const isSought = (link: ShownLink) => part === '' || Object.values(link.known).some((datum) => textOf(datum).toLowerCase().includes(part))
  let last = after
  for (let opened = 0; opened < OPENED; ) {
    const rows = await links(db, code)
      .$if(state !== undefined, (query) => query.where(STATE, '=', state as ShownLink['state']))
      .$if(last !== undefined, (query) => query.where('link_id', later, last ?? ''))
      .orderBy('link_id', direction)
      .limit(limit)
      .execute()
    found.push(...(await decryptEach(rows, (row) => shownLink(encryption, db, code, row))).filter(isSought))
    // The search found one link more than a page shows, so another page follows.
    if (found.length >= PAGE_READ) return { rows: found.slice(0, PAGE_READ - 1), next: found[PAGE_READ - 2]?.id ?? null }
    if (rows.length < limit) return { rows: found, next: null }
    opened += rows.length
    last = rows.at(-1)?.id
  }
  return { rows: found, next: last ?? null }
}

const textOf = (datum: unknown) => (typeof datum === 'string' ? datum : JSON.stringify(datum))
