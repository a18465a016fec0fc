import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'

interface SliderItem {
  key: string
  value: string
  /** CSS colour of the slider's track up to this item. */
  color?: string | undefined
}

export interface SliderSettings {
  items: readonly SliderItem[]
}

/**
 * The slider input. The answer is the key of the chosen item. If the visitor has not moved the slider, there is no
 * answer.
 */
export const slider: InputDefinition<SliderSettings, string> = {
  empty: '',
  required: 'selezionare_valore',
  accepts: isString,
  isEmpty: (key) => key === '',
  check: (key, { items }) => (items.some((item) => item.key === key) ? noIssue : issue('opzione_non_valida')),
  text: (key, { items }) => items.find((item) => item.key === key)?.value ?? key,
}
