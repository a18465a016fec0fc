import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'

export interface SelectOption {
  key: string
  value: string
  icon?: string | undefined
}

export interface SelectSettings {
  /** A list, or a map of label to value (visitor specification, section 3). */
  options: readonly SelectOption[] | Readonly<Record<string, string>>
}

/**
 * The options as a list, however their author wrote them; of two with one key the first counts. In a map the label is what people read,
 * the value what is sent; a map has no order that a database keeps, so its options stand by their labels.
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

/** One order for server and browser, whatever their language. */
const byLabel = new Intl.Collator('it', { numeric: true })

const isOptionList = (options: SelectSettings['options'] | undefined): options is readonly SelectOption[] => Array.isArray(options)

/** The answer is an option's key; people read its value. */
export const select: InputDefinition<SelectSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: (value) => value === '',
  check: (value, { options }) => (optionsOf(options).some((option) => option.key === value) ? noIssue : issue('opzione_non_valida')),
  text: (value, { options }) => optionsOf(options).find((option) => option.key === value)?.value ?? value,
}
