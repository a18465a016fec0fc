import type { TermsField } from '@sportello/contract'
import { MONTH_S } from '../../../shared/write-cookie.ts'

/** Beyond these the oldest are forgotten: a cookie holds 4 KB. */
const MAX_MARKS = 100

/**
 * Ten letters for one text under one id: acceptance holds for what was read, and ends when the text changes. cyrb53 (public domain):
 * a mark is no secret and proves nothing to the server, it only spares the visitor the reading.
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

/** The marks in a page's cookies; what is none of ours is left out. */
export function readMarks(cookies: string, customer: string): string[] {
  const name = `terms_${customer}=`
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(name))
  return (own?.slice(name.length).split('.') ?? []).filter((mark) => /^[0-9a-z]{1,11}$/.test(mark))
}

/** The cookie that keeps marks, the newest last. */
export function cookieOf(marks: readonly string[], customer: string): string {
  return `terms_${customer}=${marks.slice(-MAX_MARKS).join('.')}; path=/; max-age=${MONTH_S}; samesite=lax`
}
