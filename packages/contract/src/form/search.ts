/** Characters that a search needs at least (visitor specification, section 9). */
export const SEARCH_MIN_LENGTH = 3
/** Characters of an excerpt on either side of what was found. */
export const EXCERPT_SIDE = 250
/** Characters after which a label in a result's breadcrumb is cut. */
export const BREADCRUMB_LENGTH = 30
/** Results a page; the last is all of them. */
export const PAGE_SIZES = [3, 5, 10, 20, 500] as const
