import type { InputEditor } from '../../define-editor.ts'

export const numericEditor: InputEditor = { initial: {}, settings: ['placeholder', 'decimals', 'min', 'max', 'default'], controls: { default: 'number' } }
