import { listOf, recordOf, textOf } from './checked-form.ts'

/** An option that a visitor can choose. */
export interface CheckedOption {
  /** The value that the browser submits for the option. */
  key: string
  /** The text that the visitor reads. */
  label: string
}

/**
 * Returns the options in a question's settings, and the key of the setting that contains them. If the question has no
 * options, the list is empty.
 */
export function optionsOf(settings: Readonly<Record<string, unknown>>): { list: CheckedOption[]; key: string } {
  const key = { select: 'options', select_data_source: 'options', multi_checkbox: 'checkboxes', slider: 'items' }[String(settings.input_type)]
  if (key === undefined) return { list: [], key: '' }
  const options = settings[key]
  if (Array.isArray(options)) return { key, list: listOf(options).map((each) => ({ key: textOf(recordOf(each).key), label: textOf(recordOf(each).value) })) }
  return { key, list: Object.entries(recordOf(options)).map(([label, value]) => ({ key: textOf(value), label })) }
}
