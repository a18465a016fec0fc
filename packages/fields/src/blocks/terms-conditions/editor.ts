import type { BlockEditor } from '../../define-editor.ts'

export const termsConditionsEditor: BlockEditor = {
  initial: { html: '', shown_as: 'button' },
  parts: { text: 'text', html: 'html', shown_as: { choices: ['button', 'link'] } },
}
