import type { InputEditor } from '../../define-editor.ts'

export const fileEditor: InputEditor = { initial: {}, settings: ['multiple', 'file_type', 'max_size'] }
