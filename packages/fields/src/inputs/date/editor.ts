import type { InputEditor } from '../../define-editor.ts'

export const dateEditor: InputEditor = {
  initial: {},
  settings: ['time', 'format', 'separator', 'relative_min', 'relative_max', 'min', 'max', 'placeholder', 'default'],
  controls: { min: 'text', max: 'text' },
}
