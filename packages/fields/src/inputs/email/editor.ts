import type { InputEditor } from '../../define-editor.ts'

export const emailEditor: InputEditor = { initial: {}, settings: ['placeholder', 'min_len', 'max_len', 'validation_mask', 'validation', 'default'] }
