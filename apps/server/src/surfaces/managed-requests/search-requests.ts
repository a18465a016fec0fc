import { type RawBuilder, sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { startingWith } from '../../platform/http/like-pattern.ts'
import { soughtWords, wordHash } from '../../requests/requests/rules.ts'

/** Number of requests that each part of a search finds at most: by ticket, by e-mail address, by answers. */
export const SEARCH_LIMIT = 500
/** Number of requests with a word among which the search looks for the other words. Only common words have so many. */
const WITH_WORD = 20_000
/** Number of characters from which on a text is looked for at the beginning of tickets and addresses. */
const MIN_BEGINNING = 3

/** What a search looks for. */
export interface SoughtRequests {
  /** Beginning of the ticket or e-mail address. */
  begins: string
  /** Keyed hashes of the whole text as one word, and of its words. */
  whole: Buffer | undefined
  words: Buffer[]
  /** The forms to search; null for all. What a form has would otherwise be lost among newer requests of others. */
  forms: readonly string[] | null
  /** What was found, if the caller has searched already. */
  found?: readonly RequestKey[]
}

interface RequestKey {
  customer_code: string
  id: string
}

/** Returns the filters with what their search looks for. */
export function withSought<F extends { q?: string | undefined; form?: string | undefined }>(
  { config }: { config: { secretKey: string } },
  { customers }: { customers: readonly string[] | null },
  filters: F,
): F & { sought?: SoughtRequests } {
  const text = filters.q?.trim() ?? ''
  if (text === '') return filters
  const { whole, words } = soughtWords(text)
  const hash = (word: string) => wordHash(config.secretKey, word)
  // The longest first, because it is probably the rarest.
  const sorted = words.length === 1 && words[0] === whole ? [] : words.toSorted((one, other) => other.length - one.length)
  return {
    ...filters,
    sought: { begins: text, whole: whole === undefined ? undefined : hash(whole), words: sorted.map(hash), forms: filters.form ? [filters.form] : customers },
  }
}

/** Finds the keys of the requests that a search finds, for several queries that need them. */
export async function searchRequests(db: DeploymentDb, sought: SoughtRequests): Promise<RequestKey[]> {
  const keys = keysOf(sought)
  return keys ? (await sql<RequestKey>`select * from (${keys}) as found (customer_code, id)`.execute(db)).rows : []
}

/** SQL condition that is true if the search finds the request `r`. */
export function foundBySearch(sought: SoughtRequests | undefined): RawBuilder<boolean> {
  if (!sought) return sql<boolean>`true`
  const { found } = sought
  const keys = found
    ? sql`select * from unnest(${found.map(({ customer_code }) => customer_code)}::text[], ${found.map(({ id }) => id)}::uuid[])`
    : keysOf(sought)
  return keys ? sql<boolean>`(r.customer_code, r.id) in (${keys})` : sql<boolean>`false`
}

/** SQL that selects the keys of the requests that a search finds; undefined if it finds none. Each part reads an index. */
function keysOf({ begins, whole, words, forms }: SoughtRequests): RawBuilder<unknown> | undefined {
  const most = sql.lit(SEARCH_LIMIT)
  const beginning = (column: string, text: string) =>
    sql`(select s.customer_code, s.id from requests s where ${startingWith(column, text)}
      and ${forms === null ? sql`true` : sql`s.customer_code = any (${[...forms]}::text[])`} limit ${most})`
  // Of each form through its index: under row security, PostgreSQL would read the rows of all forms until it finds enough.
  const withHash = (hash: Buffer, limit: number) =>
    forms === null
      ? sql`(select w.customer_code, w.request_id from search_words w where w.word_hash = ${hash} order by w.request_id desc limit ${sql.lit(limit)})`
      : sql`(select w.customer_code, w.request_id from unnest(${[...forms]}::text[]) as f (code) cross join lateral (
          select s.customer_code, s.request_id from search_words s where s.customer_code = f.code and s.word_hash = ${hash}
          order by s.request_id desc limit ${sql.lit(limit)}) w order by w.request_id desc limit ${sql.lit(limit)})`
  const [first, ...others] = words
  const alsoWith = (hash: Buffer) =>
    sql<boolean>`exists (select from search_words o where o.customer_code = w.customer_code and o.request_id = w.request_id and o.word_hash = ${hash})`
  const parts = [
    ...(begins.length < MIN_BEGINNING ? [] : [beginning('s.ticket', begins.toUpperCase()), beginning('s.email_key', begins.toLowerCase())]),
    ...(whole === undefined ? [] : [withHash(whole, SEARCH_LIMIT)]),
    ...(first === undefined
      ? []
      : [
          sql`(select w.customer_code, w.request_id from ${withHash(first, WITH_WORD)} w
            where ${sql.join([sql`true`, ...others.map(alsoWith)], sql` and `)} limit ${most})`,
        ]),
  ]
  return parts.length === 0 ? undefined : sql`${sql.join(parts, sql` union `)}`
}
