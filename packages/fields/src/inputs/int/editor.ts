import type { InputEditor } from '../../define-editor.ts'

export const intEditor: InputEditor = { initial: {}, settings: ['placeholder', 'min', 'max', 'default'], controls: { default: 'number' } }
