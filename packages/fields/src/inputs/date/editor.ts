import type { InputEditor } from '../../define-editor.ts'

export const dateEditor: InputEditor = {
  initial: {},
  settings: ['time', 'format', 'separator', 'relative_min', 'relative_max', 'min', 'max', 'placeholder', 'default'],
  controls: { min: 'text', max: 'text' },
  labels: { min: 'set_first_date', max: 'set_last_date' },
  rare: ['min', 'max'],
}
