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
   * Variables that a template can show, by the expression between the braces; undefined for texts that are not
   * templates.
   */
  variables: readonly { expression: string; label: string }[] | undefined
  onChange: (html: string) => void
  onSettle: () => void
}

/**
 * Rich-text editor for an author's HTML (TipTap). Undo and redo use the history of the draft, so the editor has none.
 * If another author changes the value, the editor shows the new value.
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
      // The page's content security policy allows no style elements without a nonce, so the rules are in the editor's
      // style sheet.
      injectCSS: false,
      enableInputRules: false,
      enablePasteRules: false,
      editable: !first.readOnly,
      content: parseRich(first.value).toJSON(),
      editorProps: {
        attributes: { 'aria-label': first.label, role: 'textbox', 'aria-multiline': 'true', class: 'rich-text', 'aria-readonly': String(first.readOnly) },
        // TipTap would parse pasted HTML with a Trusted Types policy that the page does not allow. So TipTap receives
        // an empty text, and `handlePaste` handles the real one.
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
    // The cursor must not jump if the server writes the same text in another form, for example links with `rel`, or
    // while a line ends with a space.
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

/** Returns what the author reads in a chip: the question's title; the expression itself for a variable that the editor does not know. */
function labelOf(variables: RichTextProps['variables'], expression: string): string {
  return variables?.find((each) => each.expression.trim() === expression.trim())?.label ?? expression
}

/** Returns the extension for variables whose chips show a label. The document keeps only the expression. */
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
