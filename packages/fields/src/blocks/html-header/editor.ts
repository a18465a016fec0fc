import type { BlockEditor } from '../../define-editor.ts'

export const htmlHeaderEditor: BlockEditor = { initial: '', parts: { '': 'html' } }
