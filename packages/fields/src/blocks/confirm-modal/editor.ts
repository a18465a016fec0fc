import type { BlockEditor } from '../../define-editor.ts'

export const confirmModalEditor: BlockEditor = { initial: { title: '', text: '' }, parts: { title: 'text', text: 'html', confirm: 'text', cancel: 'text' } }
