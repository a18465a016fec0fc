import { type InputDefinition, reading } from '../../define-input.ts'
import { checkNumber, isFiniteNumber, type NumberSettings, readDecimal } from '../../number-rules.ts'

/**
 * Input for a number with decimals. Visitors can type a decimal comma or a decimal point in any language (visitor
 * specification, section 5).
 */
export const numeric: InputDefinition<NumberSettings, number | null> = {
  empty: null,
  accepts: isFiniteNumber,
  isEmpty: (value) => value === null,
  check: (value, settings) => checkNumber(value ?? 0, settings),
  text: (value, { decimals = 0 }, { language }) =>
    value === null ? '' : new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: 10 }).format(value),
  read: reading(readDecimal),
  show: (value, language) => (value === null ? '' : new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 }).format(value)),
}
