import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'

export interface SelectOption {
  key: string
  value: string
  icon?: string | undefined
}

export interface SelectSettings {
  /**
   * Options of a select field: either a list, or an object that maps each label to its value (visitor specification,
   * section 3).
   */
  options: readonly SelectOption[] | Readonly<Record<string, string>>
}

/**
 * Returns the options of a select field as a list, whether the author has written a list or a map. If two options have
 * the same key, only the first is used. In a map, people see the label and the browser submits the value. The options
 * of a map are sorted by label, because a database keeps no order of keys.
 */
export function optionsOf(options: SelectSettings['options'] | undefined): readonly SelectOption[] {
  const seen = new Set<string>()
  return listOf(options).filter(({ key }) => !seen.has(key) && seen.add(key))
}

function listOf(options: SelectSettings['options'] | undefined): readonly SelectOption[] {
  if (isOptionList(options)) return options
  const list = Object.entries(options ?? {}).map(([label, value]) => ({ key: value, value: label }))
  return list.sort((a, b) => byLabel.compare(a.value, b.value))
}

/**
 * Compares the labels of options. The order is the same on the server and in every browser, whatever its language is.
 */
const byLabel = new Intl.Collator('it', { numeric: true })

const isOptionList = (options: SelectSettings['options'] | undefined): options is readonly SelectOption[] => Array.isArray(options)

/** The select field. The answer is the key of an option; people see the option's value. */
export const select: InputDefinition<SelectSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: (value) => value === '',
  check: (value, { options }) => (optionsOf(options).some((option) => option.key === value) ? noIssue : issue('opzione_non_valida')),
  text: (value, { options }) => optionsOf(options).find((option) => option.key === value)?.value ?? value,
}
