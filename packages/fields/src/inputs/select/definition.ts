import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'

export interface SelectOption {
  key: string
  value: string
  icon?: string | undefined
}

export interface SelectSettings {
  options: readonly SelectOption[]
}

/** The answer is an option's key; people read its value. */
export const select: InputDefinition<SelectSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: (value) => value === '',
  check: (value, { options }) => (options.some((option) => option.key === value) ? noIssue : issue('opzione_non_valida')),
  text: (value, { options }) => options.find((option) => option.key === value)?.value ?? value,
}
