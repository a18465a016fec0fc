import { type Extensions, mergeAttributes, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

/** A variable of a template, such as an answer: shown as a chip, stored as `{{ expression }}`. */
const Variable = Node.create({
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
 * What the rich-text editor can make: a part of the allow-list by which the server cleans authors' HTML. Undo is the draft's own, so the editor keeps no history;
 * automatic links and typing rules would change what the author typed.
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
