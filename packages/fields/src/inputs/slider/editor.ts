import type { InputEditor } from '../../define-editor.ts'

export const sliderEditor: InputEditor = {
  initial: { items: [1, 2, 3, 4, 5].map((each) => ({ key: String(each), value: String(each) })) },
  settings: ['items', 'default'],
}
