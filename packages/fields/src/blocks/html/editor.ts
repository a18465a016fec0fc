import type { BlockEditor } from '../../define-editor.ts'

export const htmlEditor: BlockEditor = { initial: '', parts: { '': 'html' } }
