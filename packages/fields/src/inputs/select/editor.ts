import type { InputEditor } from '../../define-editor.ts'

export const selectEditor: InputEditor = {
  initial: {
    options: [
      { key: '1', value: '' },
      { key: '2', value: '' },
    ],
  },
  settings: ['options', 'isButtons', 'default'],
}
