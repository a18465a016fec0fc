import { fold } from '@sportello/fields'

/** Characters that a search needs at least (visitor specification, section 9). */
export const SEARCH_MIN_LENGTH = 3
/** Characters of an excerpt on either side of what was found. */
export const EXCERPT_SIDE = 250
/** Characters after which a label in a result's breadcrumb is cut. */
export const BREADCRUMB_LENGTH = 30
/** Results a page; the last is all of them. */
export const PAGE_SIZES = [3, 5, 10, 20, 500] as const

/** What a search looks for: the beginnings of words, in folded letters, without the vowel in which Italian words bend; each once. */
export function searchStems(query: string): string[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words.map((word) => (word.length >= 4 ? word.replace(/[aeio]$/, '') : word)))]
}
