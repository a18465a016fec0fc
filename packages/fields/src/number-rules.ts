import { type Issue, issue, noIssue } from './issue.ts'

export interface NumberSettings {
  min?: number | string | undefined
  max?: number | string | undefined
  /** Lowest number of decimals in texts for people, for example 2 for amounts of money. */
  decimals?: number | undefined
}

export const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const DECIMAL = /^[+-]?(?:\d{1,15}(?:[.,]\d{1,10})?|[.,]\d{1,10})$/

/** A currency before or after an amount, as people type it. */
const EURO = /^(?:€|EUR|euro)\s*|\s*(?:€|EUR|euro)$/i

/**
 * Parses a number that the visitor has typed with a decimal comma or a decimal point, in any language. A euro sign
 * before or after the number is ignored. A text that is not a number is returned unchanged.
 */
export function readDecimal(typed: string): unknown {
  const number = typed.replace(EURO, '')
  return DECIMAL.test(number) ? Number(number.replace(',', '.')) : typed
}

/** Checks the answer of a number input against the author's minimum and maximum, which are themselves allowed. */
export function checkNumber(value: number, settings: NumberSettings): readonly Issue[] {
  const { min, max } = settings
  if (min !== undefined && value < Number(min)) return issue('numero_min', min)
  if (max !== undefined && value > Number(max)) return issue('numero_max', max)
  return noIssue
}
