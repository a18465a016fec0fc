import type { InputEditor } from '../../define-editor.ts'

export const textEditor: InputEditor = {
  initial: {},
  settings: ['text_format', 'placeholder', 'min_len', 'max_len', 'validation_mask', 'validation', 'default'],
}
