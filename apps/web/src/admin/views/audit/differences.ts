/** Value that differs between two versions of a resource; `before` or `after` is absent if the value was added or deleted. */
export interface Difference {
  /** Path of the value in the resource: keys joined by dots; empty for the whole resource. */
  path: string
  before?: string
  after?: string
}

/** Returns the differences between two versions of a resource, one for each leaf that changed. */
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
 * Returns whether two versions of a value are compared part by part. This applies to objects and lists of objects; a
 * list of plain values is compared as one text.
 */
function isParted(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) || value.some((each) => typeof each === 'object' && each !== null)
}

/** Returns a value of a resource as one text. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
