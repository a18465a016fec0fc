import type { BlockEditor } from '../../define-editor.ts'

export const htmlHeaderButtonEditor: BlockEditor = { initial: { url: '', title: '' }, parts: { title: 'text', url: 'text' } }
