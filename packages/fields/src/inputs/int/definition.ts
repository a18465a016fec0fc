import { type InputDefinition, reading } from '../../define-input.ts'
import { issue } from '../../issue.ts'
import { checkNumber, isFiniteNumber, type NumberSettings } from '../../number-rules.ts'

export const int: InputDefinition<NumberSettings, number | null> = {
  empty: null,
  accepts: isFiniteNumber,
  isEmpty: (value) => value === null,
  check: (value, settings) => (Number.isSafeInteger(value) ? checkNumber(value ?? 0, settings) : issue('numero_non_valido')),
  text: (value, _settings, { language }) => (value === null ? '' : new Intl.NumberFormat(language, { useGrouping: false }).format(value)),
  read: reading((typed) => (/^[+-]?\d{1,15}$/.test(typed) ? Number(typed) : typed)),
  show: (value) => (value === null ? '' : String(value)),
}
