import type { InputDefinition } from '../../define-input.ts'
import { checkNumber, isFiniteNumber, type NumberSettings } from '../../number-rules.ts'

const DECIMAL = /^[+-]?(?:\d{1,15}(?:[.,]\d{1,10})?|[.,]\d{1,10})$/

/** A number with decimals; typed with a comma or a point, whatever the language (visitor specification, section 5). */
export const numeric: InputDefinition<NumberSettings, number | null> = {
  empty: null,
  accepts: isFiniteNumber,
  isEmpty: (value) => value === null,
  check: (value, settings) => checkNumber(value ?? 0, settings),
  text: (value, _settings, { language }) => (value === null ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(value)),
  read: (typed) => (DECIMAL.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : typed.trim()),
  show: (value, language) => (value === null ? '' : new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 }).format(value)),
}
