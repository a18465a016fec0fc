const MAX_DEPTH = 20
const MAX_KEYS = 500
/** The longest list that a call takes (contract: 10,000 links, forms of an operator, codes of an export). */
const MAX_ENTRIES = 10_000

/**
 * Whether PostgreSQL keeps a JSON value exactly as it is: no NUL and no lone surrogate in any string, which text would change
 * silently or refuse; no nesting or breadth that only an attacker sends.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.length <= MAX_ENTRIES && value.every((each) => isStorable(each, depth + 1))
  const entries = Object.entries(value)
  return entries.length <= MAX_KEYS && entries.every(([key, each]) => isStorableText(key) && isStorable(each, depth + 1))
}

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
