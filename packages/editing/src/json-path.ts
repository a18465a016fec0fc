type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Object keys that the editor's paths must not contain, because they would give access to the prototype of an object.
 */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns the value at a path of keys in a JSON value; undefined if the path does not exist. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((above, key) => (isObject(above) && Object.hasOwn(above, key) ? above[key] : undefined), value)
}

/**
 * Returns a copy of an object with another value at a path. Missing objects on the path are created; an undefined value deletes the key.
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
  // Deletes nothing below a missing object, so that undoing a deletion restores the same content.
  if (value === undefined && !Object.hasOwn(object, key)) return object
  const below = setAt(inner, rest, value)
  return below && { ...object, [key]: below }
}
