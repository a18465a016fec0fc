import type { BlockEditor } from '../../define-editor.ts'

export const alertEditor: BlockEditor = {
  initial: { variant: 'info', text: '' },
  parts: { variant: { choices: ['info', 'success', 'warning', 'danger'] }, text: 'html', icon: 'text' },
}
