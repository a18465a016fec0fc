import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { Compartment, Prec } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { manage } from '../../../call.ts'
import type { DocumentFault } from '../document-faults.tsx'
import { completeBySchema } from './json-completion.ts'
import { rangeOf } from './json-document.ts'
import type { JsonSchema } from './json-schema.ts'

interface JsonEditorViewProps {
  label: string
  describedBy: string
  value: string
  onChange: (text: string) => void
  faults: readonly DocumentFault[]
}

/**
 * After a key press, the JSON editor waits this many milliseconds before it passes its text to the modal. Parsing a
 * large
 * document takes some milliseconds, so it is not parsed at every key press.
 */
const PAUSE_MS = 250

/**
 * CodeMirror editor for the JSON document of a definition. It offers completion based on the schema, and marks errors.
 * The Tab key moves the focus to the next control.
 */
export default function JsonEditorView({ value, faults, ...props }: JsonEditorViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const given = useRef(props)
  given.current = props
  const begun = useRef(value)
  const editor = useRef<EditorView>(null)
  const serverFaults = useRef(new Compartment())
  const schema = useRef<JsonSchema>(undefined)
  schema.current = useQuery({
    queryKey: ['definition-schema'],
    queryFn: ({ signal }) => manage<JsonSchema>('GET', '/definition-schema', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

  useEffect(() => {
    const parent = place.current
    if (!parent) return
    const { label, describedBy } = given.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const handOn = () => {
      clearTimeout(timer)
      given.current.onChange(view.state.doc.toString())
    }
    const view = new EditorView({
      parent,
      doc: begun.current,
      extensions: [
        // This handler runs before the key bindings of the completion. Escape then closes only the list of completions
        // and not the dialog around the editor.
        Prec.highest(
          EditorView.domEventHandlers({
            keydown(event, { state }) {
              if (event.key === 'Escape' && completionStatus(state) !== null) event.stopPropagation()
            },
          }),
        ),
        EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, tabindex: '0' }),
        lineNumbers(),
        foldGutter(),
        history(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        json(),
        syntaxHighlighting(classHighlighter),
        lintGutter(),
        linter(jsonParseLinter(), { delay: PAUSE_MS }),
        serverFaults.current.of([]),
        autocompletion({ override: [completeBySchema(() => schema.current)] }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...foldKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.domEventHandlers({ blur: handOn }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          clearTimeout(timer)
          timer = setTimeout(handOn, PAUSE_MS)
        }),
      ],
    })
    editor.current = view
    return () => {
      clearTimeout(timer)
      view.destroy()
    }
  }, [])

  useEffect(() => {
    const view = editor.current
    if (!view) return
    const shown = faults.map(({ pointer, message }): Diagnostic => ({ ...rangeOf(view.state, pointer), severity: 'error', message }))
    // The error marks refer to the document that the browser sent to the server. When the document changes, the editor
    // removes them.
    const sent = view.state.doc
    view.dispatch({ effects: serverFaults.current.reconfigure(linter(({ state }) => (state.doc.eq(sent) ? shown : []), { delay: 0 })) })
    const [first] = shown
    if (first) view.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: 'center' }) })
  }, [faults])
  return <div ref={place} className="css-editor json-editor" />
}
