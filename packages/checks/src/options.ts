import { listOf, recordOf, textOf } from './checked-form.ts'

/** One option from which a visitor chooses. */
export interface CheckedOption {
  /** The value that is sent. */
  key: string
  /** The text that the visitor reads. */
  label: string
}

/** Returns the options of a question's settings and the key of the setting that holds them; no options for other questions. */
export function optionsOf(settings: Readonly<Record<string, unknown>>): { list: CheckedOption[]; key: string } {
  const key = { select: 'options', select_data_source: 'options', multi_checkbox: 'checkboxes', slider: 'items' }[String(settings.input_type)]
  if (key === undefined) return { list: [], key: '' }
  const options = settings[key]
  if (Array.isArray(options)) return { key, list: listOf(options).map((each) => ({ key: textOf(recordOf(each).key), label: textOf(recordOf(each).value) })) }
  return { key, list: Object.entries(recordOf(options)).map(([label, value]) => ({ key: textOf(value), label })) }
}
