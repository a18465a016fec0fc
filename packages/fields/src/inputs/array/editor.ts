import type { InputEditor } from '../../define-editor.ts'

export const arrayEditor: InputEditor = {
  initial: { elementsType: 'text' },
  settings: ['elementsType', 'nelementsmin', 'nelementsmax', 'min', 'max', 'min_len', 'max_len', 'validation_mask', 'validation'],
}
