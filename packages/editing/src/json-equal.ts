/**
 * Returns true if two JSON values are equal. The order of keys is ignored, and `undefined` is equivalent to a missing
 * key.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((each, at) => isSameJson(each, other[at]))
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSameJson(a[key], b[key]))
}
