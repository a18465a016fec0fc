import { type InputDefinition, reading } from '../../define-input.ts'
import { issue } from '../../issue.ts'
import { checkNumber, isFiniteNumber, type NumberSettings, readDecimal } from '../../number-rules.ts'

/**
 * Parses a whole number that the visitor has typed. A number with decimals is parsed too, so that the check can report
 * the decimals. `1.000` is returned as text, because it may mean one thousand.
 */
function readInteger(typed: string): unknown {
  if (/^[+-]?\d{1,15}$/.test(typed)) return Number(typed)
  const decimal = readDecimal(typed)
  return Number.isInteger(decimal) ? typed : decimal
}

export const int: InputDefinition<NumberSettings, number | null> = {
  empty: null,
  accepts: isFiniteNumber,
  isEmpty: (value) => value === null,
  check: (value, settings) => (Number.isSafeInteger(value) ? checkNumber(value ?? 0, settings) : issue('numero_non_valido')),
  text: (value, _settings, { language }) => (value === null ? '' : new Intl.NumberFormat(language, { useGrouping: false }).format(value)),
  read: reading(readInteger),
  show: (value) => (value === null ? '' : String(value)),
}
