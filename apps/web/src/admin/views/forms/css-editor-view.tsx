import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { linter, lintGutter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import type { CssFault } from '@sportello/contract'
import { useEffect, useRef } from 'react'
import { manage } from '../../call.ts'

interface CssEditorViewProps {
  label: string
  name: string
  describedBy: string
  value: string
  onChange: (css: string) => void
  /** Called after the server has checked the CSS, with the CSS and the rules that the server would remove from it. */
  onChecked: (css: string, faults: readonly CssFault[]) => void
  words: (fault: CssFault) => string
}

/**
 * Delay in milliseconds between the last key press and the check of the CSS by the server (administrator specification,
 * section 9: "Input debounce").
 */
const PAUSE_MS = 300

/**
 * CodeMirror editor for a customer's CSS. It highlights the errors that the server finds. The Tab key moves the focus
 * to the next control, as in all other fields.
 */
export default function CssEditorView({ value, ...props }: CssEditorViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const given = useRef(props)
  given.current = props
  const begun = useRef(value)

  useEffect(() => {
    const parent = place.current
    if (!parent) return
    const { label, describedBy, name } = given.current
    const isFrozen = parent.closest('fieldset:disabled') !== null
    const view = new EditorView({
      parent,
      doc: begun.current,
      extensions: [
        EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, 'data-name': name, 'aria-readonly': String(isFrozen) }),
        EditorState.readOnly.of(isFrozen),
        lineNumbers(),
        history(),
        bracketMatching(),
        indentOnInput(),
        css(),
        syntaxHighlighting(classHighlighter),
        lintGutter(),
        linter(
          async ({ state }) => {
            const text = state.doc.toString()
            const faults = text.trim() === '' ? [] : await manage<CssFault[]>('POST', '/answer-css', { body: { css: text } })
            given.current.onChecked(text, faults)
            return faults.map((fault) => ({ from: fault.from, to: fault.to, severity: 'error', message: given.current.words(fault) }))
          },
          { delay: PAUSE_MS },
        ),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) given.current.onChange(update.state.doc.toString())
        }),
      ],
    })
    return () => view.destroy()
  }, [])
  return <div ref={place} className="css-editor" />
}
