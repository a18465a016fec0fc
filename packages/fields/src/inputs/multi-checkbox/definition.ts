import type { InputDefinition } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'
import { isListOf } from '../../list-rules.ts'

interface Checkbox {
  key: string
  value: string
  /** True if the checkbox for this option is checked when the form opens. */
  state?: boolean | undefined
}

export interface MultiCheckboxSettings {
  checkboxes: readonly Checkbox[]
  max_selected?: number | undefined
}

/**
 * The multi-checkbox input, a group of checkboxes. The answer is the list of the keys of the checked boxes, in the
 * order of the boxes. For people, the value of each box is shown.
 */
export const multiCheckbox: InputDefinition<MultiCheckboxSettings, readonly string[]> = {
  empty: [],
  initial: ({ checkboxes }) => checkboxes.filter((box) => box.state).map((box) => box.key),
  accepts: isListOf('string'),
  isEmpty: (keys) => keys.length === 0,
  check: (keys, { checkboxes, max_selected: max }) => {
    const known = new Set(checkboxes.map((box) => box.key))
    if (new Set(keys).size < keys.length || keys.some((key) => !known.has(key))) return issue('opzione_non_valida')
    return max !== undefined && keys.length > max ? issue('troppi_selezionati', max) : noIssue
  },
  text: (keys, { checkboxes }) =>
    checkboxes
      .filter((box) => keys.includes(box.key))
      .map((box) => box.value)
      .join(', '),
}
