import { type Glossary, MAX_GLOSSARY_TERMS, MAX_TERM, ROOT_ID } from '@sportello/contract'
import { glossaryOf } from '@sportello/editing'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { languageLabel } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'

interface GlossaryEditorProps {
  glossary: Glossary
  languages: { main: string; other: string }
  readOnly: boolean
}

/** The glossary of the form for one language, as a table. It is part of the draft, so it is saved and undone with it. */
export function GlossaryEditor({ glossary, languages: { main, other }, readOnly }: GlossaryEditorProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const [term, setTerm] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const isAdded = useRef(false)
  // A new term goes on with its fixed word.
  useEffect(() => {
    if (isAdded.current && glossary.length > 0) table.current?.querySelector<HTMLInputElement>('tbody tr:last-child input')?.focus()
    isAdded.current = false
  }, [glossary])
  const isKnown = glossary.some((each) => each.term === term.trim())

  function store(change: (now: Glossary) => Glossary): void {
    const next = change(glossaryOf(draft.tree))
    draft.edit([{ type: 'set', id: ROOT_ID, path: ['glossary'], ...(next.length > 0 && { value: next as never }) }])
  }
  const setWords = (of: string, more: { fixed?: string | undefined; forbidden?: string[] | undefined }) =>
    store((now) => now.map((each) => (each.term === of ? { ...each, words: withWords(each.words, other, { ...each.words[other], ...more }) } : each)))

  return (
    <details className="translation-glossary">
      <summary>{t('glossary_title', String(glossary.length))}</summary>
      <p className="hint">{t('glossary_hint')}</p>
      {glossary.length > 0 && (
        <table ref={table} className="translation-changes">
          <thead>
            <tr>
              <th scope="col">{t('glossary_term', languageLabel(main))}</th>
              <th scope="col">{t('glossary_fixed', languageLabel(other))}</th>
              <th scope="col">{t('glossary_forbidden')}</th>
              {!readOnly && <td />}
            </tr>
          </thead>
          <tbody>
            {glossary.map(({ term: own, words }) => (
              <tr key={own}>
                <th scope="row">{own}</th>
                <td>
                  <Word
                    label={`${t('glossary_fixed', languageLabel(other))}: ${own}`}
                    value={words[other]?.fixed ?? ''}
                    readOnly={readOnly}
                    onChange={(value) => setWords(own, { fixed: value || undefined })}
                  />
                </td>
                <td>
                  <Word
                    label={`${t('glossary_forbidden')}: ${own}`}
                    value={words[other]?.forbidden?.join(', ') ?? ''}
                    readOnly={readOnly}
                    onChange={(value) => setWords(own, { forbidden: listOf(value) })}
                  />
                </td>
                {!readOnly && (
                  <td>
                    <Button
                      weight="quiet"
                      aria-label={`${t('translation_remove')}: ${own}`}
                      onClick={() => store((now) => now.filter((each) => each.term !== own))}
                    >
                      {t('translation_remove')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!readOnly && glossary.length < MAX_GLOSSARY_TERMS && (
        <form
          className="translation-replace"
          onSubmit={(event) => {
            event.preventDefault()
            if (term.trim() === '' || isKnown) return
            store((now) => [...now, { term: term.trim(), words: {} }])
            setTerm('')
            isAdded.current = true
          }}
        >
          <input
            className="control"
            aria-label={t('glossary_new')}
            placeholder={t('glossary_new')}
            maxLength={MAX_TERM}
            value={term}
            onChange={({ target }) => setTerm(target.value)}
          />
          <Button type="submit" disabled={term.trim() === '' || isKnown}>
            {t('translation_add')}
          </Button>
        </form>
      )}
    </details>
  )
}

type Words = Glossary[number]['words']

/** Sets the words of a language, and leaves the language out if it has none. */
function withWords(words: Words, language: string, { fixed, forbidden }: Words[string]): Words {
  const { [language]: _before, ...others } = words
  if (fixed === undefined && forbidden === undefined) return others
  return { ...others, [language]: { ...(fixed !== undefined && { fixed }), ...(forbidden !== undefined && { forbidden }) } }
}

/** Reads words that are separated by commas; undefined if there are none. */
function listOf(text: string): string[] | undefined {
  const words = text.split(',').map((word) => word.trim().slice(0, MAX_TERM))
  const own = words.filter((word) => word !== '').slice(0, 20)
  return own.length > 0 ? own : undefined
}

/** A field whose text is stored when it loses the focus or Enter is pressed. */
function Word({ label, value, readOnly, onChange }: { label: string; value: string; readOnly: boolean; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  // Takes over what was stored elsewhere, for example by an undo or for another language.
  useEffect(() => setTyped(value), [value])
  const settle = () => typed.trim() !== value && onChange(typed.trim())
  return (
    <input
      className="control"
      aria-label={label}
      value={typed}
      readOnly={readOnly}
      maxLength={MAX_TERM * 20}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
