import { type InputDefinition, isBlank, isString } from '../../define-input.ts'
import { issue } from '../../issue.ts'
import { type TextFormatName, textFormatOf } from '../../text-formats.ts'
import { checkText, type TextSettings } from '../../text-rules.ts'

/** Settings of a text question of one line. */
export interface LineSettings extends TextSettings {
  text_format?: TextFormatName | undefined
}

export const text: InputDefinition<LineSettings, string> = {
  empty: '',
  written: true,
  accepts: isString,
  isEmpty: isBlank,
  keep: (value, settings) => (isBlank(value) ? value : (textFormatOf(settings)?.normal(value) ?? value)),
  check: (value, settings, context) => {
    const format = textFormatOf(settings)
    if (format && !format.accepts(format.normal(value))) return issue(format.fault)
    return checkText(value, settings, context)
  },
  text: shown,
  show: (value, _language, settings) => shown(value, settings),
}

function shown(value: string, settings: LineSettings): string {
  const format = textFormatOf(settings)
  return format?.shown?.(format.normal(value)) ?? value
}
