import type { InputEditor } from '../../define-editor.ts'

export const multiCheckboxEditor: InputEditor = {
  initial: {
    checkboxes: [
      { key: '1', value: '' },
      { key: '2', value: '' },
    ],
  },
  settings: ['checkboxes', 'max_selected'],
}
