import { type InputDefinition, isBlank, isString } from '../../define-input.ts'
import { checkText, type TextSettings } from '../../text-rules.ts'

/** Number of visible lines of a textarea (visitor specification, section 5). */
export const TEXTAREA_ROWS = 3

export const textarea: InputDefinition<TextSettings, string> = {
  empty: '',
  written: true,
  accepts: isString,
  isEmpty: isBlank,
  check: checkText,
  text: (value) => value,
}
