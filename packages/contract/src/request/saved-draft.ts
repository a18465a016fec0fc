/** Days for which a saved draft is kept, if the form does not say otherwise. */
export const SAVED_DRAFT_DAYS = 30
/** Maximum number of days for which a form may keep saved drafts. */
export const MAX_SAVED_DRAFT_DAYS = 90

/** What visitors type, besides opening the mailed link, to open their saved draft: a word of their choice, or the last four digits of a phone number. */
export const SECOND_FACTORS = ['word', 'phone'] as const

export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** Number of wrong second factors in a row after which a saved draft is deleted. */
export const SECOND_FACTOR_TRIES = 10

const SHORTEST_WORD = 4

/**
 * Returns a second factor as it is compared: a word in lower case without spaces around it, or four digits. Returns undefined if
 * the text cannot be a second factor of the kind.
 */
export function readSecondFactor(kind: SecondFactor, typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (kind === 'phone') return /^\d{4}$/.test(text) ? text : undefined
  return text.length >= SHORTEST_WORD && text.length <= 100 ? text : undefined
}
