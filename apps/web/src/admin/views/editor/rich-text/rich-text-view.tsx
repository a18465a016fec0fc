import { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { useEditorWords } from '../editor-words.tsx'
import { extensions, Variable } from './extensions.ts'
import { parsePasted, parseRich, serializeRich } from './rich-html.ts'
import { RichTools } from './rich-tools.tsx'
import './rich-text.css'

interface RichTextProps {
  label: string
  value: string
  readOnly: boolean
  /**
   * Variables that the author can insert into a template. `expression` is the text between the braces. Undefined if the
   * text is not a template.
   */
  variables: readonly { expression: string; label: string }[] | undefined
  onChange: (html: string) => void
  onSettle: () => void
}

/**
 * Rich-text editor (TipTap) for an author's HTML. Undo and redo use the history of the draft instead of a history of
 * the rich-text editor. If another author changes the value, the editor shows the new value.
 */
export default function RichTextView({ label, value, readOnly, variables, onChange, onSettle }: RichTextProps) {
  const t = useEditorWords()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const given = useRef({ label, value, readOnly, variables, onChange, onSettle })
  given.current = { label, value, readOnly, variables, onChange, onSettle }
  useEffect(() => {
    const element = place.current
    if (!element) return
    const first = given.current
    const made = new Editor({
      element,
      extensions: [...extensions.filter((each) => each.name !== Variable.name), chipWithLabel((expression) => labelOf(given.current.variables, expression))],
      // TipTap must not insert a style element, because the page's content security policy forbids style elements
      // without a nonce. The dashboard's style sheet contains TipTap's rules instead.
      injectCSS: false,
      enableInputRules: false,
      enablePasteRules: false,
      editable: !first.readOnly,
      content: parseRich(first.value).toJSON(),
      editorProps: {
        attributes: { 'aria-label': first.label, role: 'textbox', 'aria-multiline': 'true', class: 'rich-text', 'aria-readonly': String(first.readOnly) },
        // TipTap would parse pasted HTML with a Trusted Types policy that the page forbids. TipTap therefore receives
        // an empty text, and `handlePaste` inserts the pasted text.
        transformPastedHTML: () => '',
        handlePaste(view, event) {
          const html = event.clipboardData?.getData('text/html')
          if (!html) return false
          view.dispatch(view.state.tr.replaceSelection(parsePasted(html, view.state.schema)).scrollIntoView())
          return true
        },
      },
      onUpdate: ({ editor: changed }) => given.current.onChange(serializeRich(changed.state.doc)),
      onBlur: () => given.current.onSettle(),
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  useEffect(() => {
    if (!editor || editor.isDestroyed) return
    const wanted = parseRich(value)
    // The new value may be the same text in another form, for example with `rel` on links or without the space at the
    // end of a line. Then keeps the document, so that the cursor does not move.
    if (wanted.eq(parseRich(serializeRich(editor.state.doc)))) return
    editor.commands.setContent(wanted.toJSON(), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich-text-frame">
      {editor && !readOnly && <RichTools editor={editor} label={t('rich_tools', label)} variables={variables} />}
      <div ref={place} />
    </div>
  )
}

/**
 * Returns the label of a variable's chip: the title of the question or, if the editor does not know the variable, its
 * expression.
 */
function labelOf(variables: RichTextProps['variables'], expression: string): string {
  return variables?.find((each) => each.expression.trim() === expression.trim())?.label ?? expression
}

/**
 * Returns the TipTap extension for variables. The label appears only on the chip; the document stores only the
 * expression.
 */
function chipWithLabel(label: (expression: string) => string) {
  return Variable.extend({
    addNodeView: () => {
      return ({ node }) => {
        const expression = String(node.attrs.expression)
        const dom = document.createElement('span')
        dom.className = 'variable-chip'
        dom.dataset.variable = expression
        dom.title = expression.trim()
        dom.textContent = label(expression)
        return { dom }
      }
    },
  })
}
