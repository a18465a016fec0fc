type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Object keys that are not allowed in the paths of draft operations, because they would give access to the prototype of
 * an object.
 */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns the value at a path of keys inside a JSON value; undefined if the path does not exist. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((above, key) => (isObject(above) && Object.hasOwn(above, key) ? above[key] : undefined), value)
}

/**
 * Returns a copy of an object in which the value at a path is replaced. Missing objects along the path are created. If
 * the value is undefined, the key is deleted.
 * @returns undefined if the path leads through a value that is not an object
 */
export function setAt(object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject | undefined {
  if (FORBIDDEN_KEYS.has(key)) return undefined
  if (rest.length === 0) {
    if (value !== undefined) return { ...object, [key]: value }
    const { [key]: _deleted, ...others } = object
    return others
  }
  const inner = Object.hasOwn(object, key) ? object[key] : {}
  if (!isObject(inner)) return undefined
  // If an object on the path is missing, there is nothing to delete. The object is not created, so that undoing the
  // deletion restores the same content.
  if (value === undefined && !Object.hasOwn(object, key)) return object
  const below = setAt(inner, rest, value)
  return below && { ...object, [key]: below }
}
