/**
 * A value that differs between two versions of a resource. `before` is absent if the value was added; `after` is absent
 * if it was deleted.
 */
export interface Difference {
  /** Path to the value in the resource, with dots between the keys; empty if the whole resource differs. */
  path: string
  before?: string
  after?: string
}

/**
 * Compares two versions of a resource. Returns one difference for each single value that has changed; values inside
 * objects
 * and lists are compared one by one.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (isParted(before) || isParted(after)) {
    const [was, is] = [isParted(before) ? before : {}, isParted(after) ? after : {}]
    const inside = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
      differencesOf(own(was, key), own(is, key), path === '' ? key : `${path}.${key}`),
    )
    const lone = [
      ...(isParted(before) || empty(before) ? [] : [{ path, before: textOf(before) }]),
      ...(isParted(after) || empty(after) ? [] : [{ path, after: textOf(after) }]),
    ]
    return [...lone, ...inside]
  }
  const [was, is] = [empty(before) ? undefined : textOf(before), empty(after) ? undefined : textOf(after)]
  return was === is ? [] : [{ path, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }]
}

const own = (thing: Record<string, unknown>, key: string) => (Object.hasOwn(thing, key) ? thing[key] : undefined)
const empty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Returns true if a value is compared part by part with its other version. This applies to objects and to lists of
 * objects.
 * A list of plain values is compared as one text.
 */
function isParted(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) || value.some((each) => typeof each === 'object' && each !== null)
}

/** Converts a value of a resource to one text. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
