import { type Issue, issue, noIssue } from './issue.ts'

export interface NumberSettings {
  min?: number | string | undefined
  max?: number | string | undefined
}

export const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const DECIMAL = /^[+-]?(?:\d{1,15}(?:[.,]\d{1,10})?|[.,]\d{1,10})$/

/**
 * Parses a number that the visitor has typed with a decimal comma or a decimal point, in any language. A text that is
 * not a number is returned unchanged.
 */
export function readDecimal(typed: string): unknown {
  return DECIMAL.test(typed) ? Number(typed.replace(',', '.')) : typed
}

/** Checks the answer of a number input against the author's minimum and maximum, which are themselves allowed. */
export function checkNumber(value: number, settings: NumberSettings): readonly Issue[] {
  const { min, max } = settings
  if (min !== undefined && value < Number(min)) return issue('numero_min', min)
  if (max !== undefined && value > Number(max)) return issue('numero_max', max)
  return noIssue
}
