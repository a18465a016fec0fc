import type { InputEditor } from '../../define-editor.ts'

export const selectEditor: InputEditor = {
  initial: {
    options: [
      { key: '1', value: '' },
      { key: '2', value: '' },
    ],
  },
  settings: ['options', 'isCards', 'isButtons', 'default'],
  applies: (key, { isButtons }) => key !== 'isCards' || isButtons !== true,
}
