import { MAX_CHOICES, MAX_ELEMENTS, MAX_SOURCE_DEPTH } from './limits.ts'
import { ImportRejected } from './notes.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns a value if it is a JSON object; otherwise undefined, for example for an array. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/**
 * Returns the value of an object's property, but ignores inherited properties, so that a key such as "constructor"
 * returns nothing.
 */
export function propertyOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export const objectsOf = (value: unknown): JsonObject[] =>
  listOf(value).flatMap((each): JsonObject[] => [objectOf(each)].filter((object) => object !== undefined))

/** Converts a text, number or boolean to text. For other JSON values the result is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Converts a JSON value to a finite number, even if the number is written as text; otherwise undefined. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns the day at the start of a text, as YYYY-MM-DD; undefined if the text does not begin with a day. */
export function dayOf(value: unknown): string | undefined {
  const [day] = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|T| )/.exec(textOf(value)) ?? []
  return day
}

/** Counts the elements, options and levels of a source form, and rejects the form if a limit is exceeded. */
export class Bounds {
  #elements = 0
  #choices = 0

  element(level: number): void {
    this.#elements += 1
    if (this.#elements > MAX_ELEMENTS) throw new ImportRejected('too_many', String(MAX_ELEMENTS))
    if (level > MAX_SOURCE_DEPTH) throw new ImportRejected('too_deep', String(MAX_SOURCE_DEPTH))
  }

  choices(count: number): void {
    this.#choices += count
    if (this.#choices > MAX_CHOICES) throw new ImportRejected('too_many', String(MAX_CHOICES))
  }
}
