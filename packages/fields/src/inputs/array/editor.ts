import type { InputEditor } from '../../define-editor.ts'

const OF_NUMBERS = new Set(['min', 'max'])
const OF_TEXTS = new Set(['min_len', 'max_len', 'validation_mask', 'validation'])

export const arrayEditor: InputEditor = {
  initial: { elementsType: 'text' },
  settings: ['elementsType', 'nelementsmin', 'nelementsmax', 'min', 'max', 'min_len', 'max_len', 'validation_mask', 'validation'],
  applies: (key, { elementsType }) => !(elementsType === 'number' ? OF_TEXTS : OF_NUMBERS).has(key),
}
