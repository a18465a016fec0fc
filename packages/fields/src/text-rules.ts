import type { CheckContext } from './define-input.ts'
import { type Issue, issue, noIssue } from './issue.ts'

export interface TextSettings {
  min_len?: number | undefined
  max_len?: number | undefined
  minlength?: number | undefined
  maxlength?: number | undefined
  validation_mask?: string | undefined
  validation?: string | string[] | undefined
}

/**
 * Returns the length of a text in code points, so that characters outside the Basic Multilingual Plane count as one.
 */
export function lengthOf(value: string): number {
  let length = 0
  for (const _ of value) length++
  return length
}

/**
 * Maximum number of characters in a text if the author sets none (visitor specification, section 5, for a textarea).
 * Every text needs a maximum, because it limits the cost of matching authors' patterns.
 */
const LONGEST_TEXT = 3000

/** Returns the maximum number of characters that a text field accepts. */
export function lengthLimitOf(settings: TextSettings): number {
  return maxLengthOf(settings) ?? LONGEST_TEXT
}

/** Returns the maximum length of a text that the author has set; undefined if the author has set none. */
export function maxLengthOf(settings: TextSettings): number | undefined {
  return settings.max_len ?? settings.maxlength
}

/**
 * Returns all patterns that an answer to a text field must match. Each pattern must match the whole answer (wire
 * contract, "Fields").
 */
export function patternsOf(settings: TextSettings): string[] {
  const { validation_mask: mask, validation } = settings
  return [mask, ...(Array.isArray(validation) ? validation : [validation])].filter((pattern) => pattern !== undefined && pattern !== '') as string[]
}

/**
 * Checks the length of a text answer, and then its patterns. In the specification, `campo_lungo` ("long") is the key
 * for "too short", and `campo_corto` ("short") is the key for "too long".
 */
export function checkText(value: string, settings: TextSettings, context: CheckContext): readonly Issue[] {
  const length = lengthOf(value)
  const min = settings.min_len ?? settings.minlength
  const max = lengthLimitOf(settings)
  if (min !== undefined && length < min) return issue('campo_lungo', min)
  if (length > max) return issue('campo_corto', max)
  return patternsOf(settings).every((pattern) => context.matches(pattern, value)) ? noIssue : issue('campo_formato')
}
