import type { InputEditor } from '../../define-editor.ts'

export const booleanEditor: InputEditor = { initial: {}, settings: ['default'], controls: { default: 'switch' } }
