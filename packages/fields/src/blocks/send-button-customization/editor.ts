import type { BlockEditor } from '../../define-editor.ts'

export const sendButtonCustomizationEditor: BlockEditor = { initial: { label: '' }, parts: { label: 'text', action: 'text' } }
