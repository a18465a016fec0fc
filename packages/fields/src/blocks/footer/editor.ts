import type { BlockEditor } from '../../define-editor.ts'

export const footerEditor: BlockEditor = {
  initial: {},
  parts: { icon: 'text', title: 'text', description: 'html', links: { rows: ['iconElem', 'textElem'] }, colonne: 'columns' },
}
