import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'

interface SliderItem {
  key: string
  value: string
  /** Of the track up to here, as CSS writes a colour. */
  color?: string | undefined
}

export interface SliderSettings {
  items: readonly SliderItem[]
}

/** The answer is the key of the item at which the slider stands; one that nobody has moved stands nowhere. */
export const slider: InputDefinition<SliderSettings, string> = {
  empty: '',
  required: 'selezionare_valore',
  accepts: isString,
  isEmpty: (key) => key === '',
  check: (key, { items }) => (items.some((item) => item.key === key) ? noIssue : issue('opzione_non_valida')),
  text: (key, { items }) => items.find((item) => item.key === key)?.value ?? key,
}
