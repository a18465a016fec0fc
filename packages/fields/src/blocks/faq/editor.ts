import type { BlockEditor } from '../../define-editor.ts'

export const faqEditor: BlockEditor = { initial: [{ question: '', answer: '' }], parts: { list: 'faq' } }
