import type { InputEditor } from '../../define-editor.ts'

export const selectDataSourceEditor: InputEditor = { initial: {}, settings: ['service_code', 'payloads', 'options', 'placeholder'] }
