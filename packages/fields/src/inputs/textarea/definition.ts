import { type InputDefinition, isBlank, isString } from '../../define-input.ts'
import { checkText, maxLengthOf, type TextSettings } from '../../text-rules.ts'

/** Visitor specification, section 5: "standalone textarea defaults to 3000 characters and 3 rows". */
const TEXTAREA_MAX_LENGTH = 3000
export const TEXTAREA_ROWS = 3

export function textareaMaxLength(settings: TextSettings): number {
  return maxLengthOf(settings) ?? TEXTAREA_MAX_LENGTH
}

export const textarea: InputDefinition<TextSettings, string> = {
  empty: '',
  written: true,
  accepts: isString,
  isEmpty: isBlank,
  check: (value, settings, context) => checkText(value, { ...settings, max_len: textareaMaxLength(settings) }, context),
  text: (value) => value,
}
