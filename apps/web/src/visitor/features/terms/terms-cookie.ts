import type { TermsField } from '@sportello/contract'
import { MONTH_S } from '../../../shared/write-cookie.ts'

/**
 * Maximum number of hashes of accepted terms in the cookie, which can hold at most 4 KB. If there are more, the oldest
 * hashes are dropped.
 */
const MAX_MARKS = 100

/**
 * Returns a hash of the id and the text of terms, at most 11 characters long. If the text changes, the hash changes
 * too, and
 * the visitor must accept the terms again. The fast hash function cyrb53 (public domain) is sufficient, because the
 * hash
 * is not a secret and the server does not rely on it.
 */
export function markOf({ id, value }: TermsField): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const sign of `${id}\n${value.html}`) {
    const code = sign.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** Returns the hashes of accepted terms from the page's cookies. Invalid hashes are dropped. */
export function readMarks(cookies: string, customer: string): string[] {
  const name = `terms_${customer}=`
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(name))
  return (own?.slice(name.length).split('.') ?? []).filter((mark) => /^[0-9a-z]{1,11}$/.test(mark))
}

/** Returns the cookie that stores the hashes of accepted terms, with the most recent hash last. */
export function cookieOf(marks: readonly string[], customer: string): string {
  return `terms_${customer}=${marks.slice(-MAX_MARKS).join('.')}; path=/; max-age=${MONTH_S}; samesite=lax`
}
