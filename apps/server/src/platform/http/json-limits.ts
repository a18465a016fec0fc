const MAX_DEPTH = 20
/** Maximum number of keys of one JSON object. */
const MAX_KEYS = 500
/** Maximum number of entries of one JSON array: the longest that a request may contain (contract: 10,000 links, forms of an operator, codes of an export). */
const MAX_ENTRIES = 10_000

/**
 * Returns whether the server accepts a JSON value: PostgreSQL stores it unchanged (no string holds a NUL or a lone surrogate), and its depth and breadth stay
 * within limits that only an attacker exceeds.
 */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.length <= MAX_ENTRIES && value.every((each) => isStorableJson(each, depth + 1))
  const entries = Object.entries(value)
  return entries.length <= MAX_KEYS && entries.every(([key, each]) => isStorableText(key) && isStorableJson(each, depth + 1))
}

/** Returns whether PostgreSQL stores a text unchanged: no lone surrogate, no NUL. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
