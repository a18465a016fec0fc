import { fold } from '@sportello/fields'

/** Minimum length of a search query, in characters (visitor specification, section 9). */
export const SEARCH_MIN_LENGTH = 3
/** Maximum number of characters that an excerpt contains on each side of a match. */
export const EXCERPT_SIDE = 250
/** Maximum length of a label in the breadcrumb of a search result, in characters. */
export const BREADCRUMB_LENGTH = 30
/** The numbers of search results per page from which the visitor can choose. The last number stands for all results. */
export const PAGE_SIZES = [3, 5, 10, 20, 500] as const

/**
 * Returns the distinct word stems of a search query: its words in lower case, without accents and without the final
 * vowel, which changes in Italian inflection. A step matches if words in its text begin with the stems.
 */
export function searchStems(query: string): string[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words.map((word) => (word.length >= 4 ? word.replace(/[aeio]$/, '') : word)))]
}
