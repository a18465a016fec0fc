import { type InputDefinition, isBlank, isString } from '../../define-input.ts'
import { checkText, type TextSettings } from '../../text-rules.ts'

export const text: InputDefinition<TextSettings, string> = {
  empty: '',
  written: true,
  accepts: isString,
  isEmpty: isBlank,
  check: checkText,
  text: (value) => value,
}
