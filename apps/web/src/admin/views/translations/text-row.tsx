import type { Glossary } from '@sportello/contract'
import { codeDifference, glossaryFaults, inlineParts, type TranslatedText, termsIn } from '@sportello/editing'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { MarkedParts } from './marked-parts.tsx'
import { TextHelp } from './text-help.tsx'
import { useOffers } from './use-offers.ts'

/** Characters on a line of the field, for browsers that do not size a field by its content. */
const CHARACTERS = 40

interface TextRowProps {
  text: TranslatedText
  /** Codes of the main language and of the translation. */
  languages: { main: string; other: string }
  glossary: Glossary
  readOnly: boolean
  onSave: (text: TranslatedText, target: string) => void
  /** Called when the translator has finished typing. */
  onLeave: () => void
  /** How the same text is translated elsewhere in the form; undefined if it is not. */
  elsewhere: string | undefined
  /** Moves the focus to the search. */
  onSearch: () => void
  /** Moves the focus to the next or the previous text. */
  onMove: (by: -1 | 1) => void
  onFocus: (text: TranslatedText) => void
}

/** A text in the main language, and a field for its translation. The translation is saved while it is typed. */
export function TextRow({ text, languages, glossary, elsewhere, readOnly, onSearch, onSave, onLeave, onMove, onFocus }: TextRowProps) {
  const t = useEditorWords()
  const { source, earlier, state, isHtml } = text
  const stored = state === 'untranslated' ? '' : text.target
  const [typed, setTyped] = useState(stored)
  const [isFocused, setIsFocused] = useState(false)
  const remembered = useOffers(source, languages, isFocused && !readOnly)
  const own = elsewhere === undefined ? [] : [{ source, target: elsewhere, similarity: 1 }]
  const offers = [...own, ...remembered.filter(({ target }) => target !== elsewhere)].filter(({ target }) => target !== typed)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const lastStored = useRef(stored)
  // Takes over what another author or an import has saved, unless the translator is typing here.
  useEffect(() => {
    const before = lastStored.current
    lastStored.current = stored
    setTyped((now) => (document.activeElement !== field.current || now === before ? stored : now))
  }, [stored])
  const { missing, extra } = typed === '' ? { missing: [], extra: [] } : codeDifference(source, typed, isHtml)
  const faults = [
    ...missing.map((code) => t('translation_missing', code)),
    ...extra.map((code) => t('translation_extra', code)),
    ...(typed === '' ? [] : glossaryFaults(glossary, languages.other, { source, target: typed, isHtml })).map(({ term, kind, word }) =>
      t(`glossary_fault_${kind}`, term, word),
    ),
  ]

  function change(value: string): void {
    setTyped(value)
    onSave(text, value)
  }

  /** Writes a text as if it were typed, so that the browser's undo in the field takes it back. */
  function write(target: string): void {
    field.current?.focus()
    field.current?.select()
    if (!document.execCommand('insertText', false, target)) change(target)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const offer = event.altKey && /^[1-9]$/.test(event.key) ? offers[Number(event.key) - 1] : undefined
    if (offer && !readOnly) {
      event.preventDefault()
      write(offer.target)
      return
    }
    // Undo and redo in the field are those of the typed text. The editor's undo of whole changes is outside of it.
    if ((event.ctrlKey || event.metaKey) && ['z', 'y'].includes(event.key.toLowerCase())) event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      onSearch()
      return
    }
    const by =
      event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        ? 1
        : event.altKey && event.key === 'ArrowDown'
          ? 1
          : event.altKey && event.key === 'ArrowUp'
            ? -1
            : 0
    if (by === 0) return
    event.preventDefault()
    // A text that is still right is confirmed by going on from it with Control and Enter.
    if (event.key === 'Enter' && (state === 'stale' || state === 'machine') && !readOnly) onSave(text, typed)
    onMove(by)
  }

  return (
    <li
      className={`translation-text is-${state}${faults.length > 0 ? ' is-faulty' : ''}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsFocused(false)
      }}
    >
      <div className="translation-source" lang={languages.main} id={`${id}-source`}>
        <MarkedParts parts={inlineParts(source, isHtml)} />
        {earlier !== undefined && (
          <p className="translation-earlier">
            {t('translation_earlier')} <del>{earlier}</del>
          </p>
        )}
      </div>
      <div className="translation-target">
        <textarea
          ref={field}
          className="control"
          lang={languages.other}
          rows={Math.min(12, Math.max(1, Math.ceil(Math.max(source.length, typed.length) / CHARACTERS), typed.split('\n').length))}
          aria-label={t('translation_of', source.slice(0, 120))}
          aria-describedby={`${id}-state ${id}-faults`}
          aria-keyshortcuts="Control+Enter Alt+ArrowDown Alt+ArrowUp"
          value={typed}
          readOnly={readOnly}
          onChange={({ target }) => change(target.value)}
          onFocus={() => {
            setIsFocused(true)
            onFocus(text)
          }}
          onBlur={onLeave}
          onKeyDown={onKeyDown}
        />
        <div className="translation-line">
          <span id={`${id}-state`} className="badge">
            {t(`translation_${state}`)}
          </span>
          {!readOnly && (state === 'stale' || state === 'machine') && (
            <Button weight="quiet" onClick={() => onSave(text, typed)}>
              {t('translation_confirm')}
            </Button>
          )}
          {!readOnly && typed === '' && (
            <Button weight="quiet" onClick={() => write(source)}>
              {t('translation_copy')}
            </Button>
          )}
        </div>
        <p id={`${id}-faults`} className="fault" role="status">
          {faults.join(' ')}
        </p>
        {isFocused && (
          <TextHelp terms={termsIn(glossary, languages.other, source, isHtml)} offers={readOnly ? [] : offers} language={languages.other} onTake={write} />
        )}
      </div>
    </li>
  )
}
