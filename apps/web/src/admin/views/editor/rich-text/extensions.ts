import { type Extensions, mergeAttributes, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

/**
 * A variable in a template, for example an answer. The rich-text editor shows the variable as a small label (chip); the
 * HTML contains it as `{{ expression }}`.
 */
export const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ expression: { default: '' } }),
  parseHTML: () => [{ tag: 'span[data-variable]', getAttrs: (element) => ({ expression: element.getAttribute('data-variable') }) }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-variable': String(node.attrs.expression), class: 'variable-chip' }),
    String(node.attrs.expression),
  ],
})

/**
 * The elements that the rich-text editor can produce, a subset of the server's allow-list for authors' HTML. The
 * editor's own undo history is off, because the draft records all changes. Automatic links and typing shortcuts are
 * off, because they would change the author's text.
 */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, linkOnPaste: false, HTMLAttributes: { target: null, rel: null, class: null } },
    codeBlock: false,
    undoRedo: false,
    trailingNode: false,
    dropcursor: false,
  }),
  Variable,
]
