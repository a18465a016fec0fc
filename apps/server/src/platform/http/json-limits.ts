const MAX_DEPTH = 20
/** Maximum number of keys of one JSON object in an API request. */
const MAX_KEYS = 500
/**
 * Maximum number of entries of one JSON array in an API request. The longest arrays that the contract allows have
 * 10,000 entries: links, an operator's forms, or codes of an export.
 */
const MAX_ENTRIES = 10_000

/**
 * Returns true if the server accepts a JSON value. PostgreSQL must be able to store the value unchanged (no string
 * contains a NUL or a lone surrogate), and its depth and breadth must be within limits that only an attacker exceeds.
 */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.length <= MAX_ENTRIES && value.every((each) => isStorableJson(each, depth + 1))
  const entries = Object.entries(value)
  return entries.length <= MAX_KEYS && entries.every(([key, each]) => isStorableText(key) && isStorableJson(each, depth + 1))
}

/**
 * Returns true if PostgreSQL can store a text unchanged, which means that the text contains no lone surrogate and no
 * NUL.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
