import { fold } from '@sportello/fields'

/** Minimum number of characters of a search query (visitor specification, section 9). */
export const SEARCH_MIN_LENGTH = 3
/** Maximum number of characters that an excerpt in a search result shows on each side of a match. */
export const EXCERPT_SIDE = 250
/** Maximum number of characters of a label in the breadcrumb of a search result. */
export const BREADCRUMB_LENGTH = 30
/** Numbers of search results per page that the visitor can choose; the last number means all results. */
export const PAGE_SIZES = [3, 5, 10, 20, 500] as const

/**
 * Returns the distinct stems of a search query: its words in lower case without accents and without the final vowel,
 * which Italian inflects. A step matches if words of its text start with the stems.
 */
export function searchStems(query: string): string[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words.map((word) => (word.length >= 4 ? word.replace(/[aeio]$/, '') : word)))]
}
