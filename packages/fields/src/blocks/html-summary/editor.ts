import type { BlockEditor } from '../../define-editor.ts'

export const htmlSummaryEditor: BlockEditor = { initial: '', parts: { '': 'template' } }
