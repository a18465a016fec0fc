import type { InputEditor } from '../../define-editor.ts'

export const codfisEditor: InputEditor = { initial: {}, settings: ['name', 'surname', 'birthday', 'gender', 'birthplace', 'placeholder', 'default'] }
