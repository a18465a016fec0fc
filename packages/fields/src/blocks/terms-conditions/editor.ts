import type { BlockEditor } from '../../define-editor.ts'

export const termsConditionsEditor: BlockEditor = { initial: { html: '' }, parts: { text: 'text', html: 'html', shown_as: { choices: ['button', 'link'] } } }
