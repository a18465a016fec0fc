import { fold, type InputType } from '@sportello/fields'
import { inputEditors } from '@sportello/fields/react'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from './editor-words.tsx'
import type { FieldKind } from './node-edits.ts'

const QUESTIONS = [...(Object.keys(inputEditors) as InputType[]), 'EMAIL'] satisfies FieldKind[]
const TEXTS = ['HTML', 'ALERT', 'FAQ', 'TERMS_CONDITIONS', 'HTML_SUMMARY'] satisfies FieldKind[]
const PAGE = [
  'CONFIRM_MODAL',
  'SEND_BUTTON_CUSTOMIZATION',
  'FURTHER_QUESTIONS',
  'HTML_HEADER',
  'HTML_HEADER_BUTTON',
  'FOOTER',
  'TOKEN_LOGIN',
] satisfies FieldKind[]
const GROUPS = [
  ['palette_questions', QUESTIONS],
  ['palette_texts', TEXTS],
  ['palette_page', PAGE],
] as const

/** Types for which the phrases contain further words, by which authors look for them: "phone" for a short text. */
const NAMED = ['text', 'textarea', 'int', 'numeric', 'date', 'select', 'multi_checkbox', 'slider', 'array', 'file', 'boolean', 'TERMS_CONDITIONS'] as const

const isNamed = (kind: FieldKind): kind is (typeof NAMED)[number] => (NAMED as readonly FieldKind[]).includes(kind)

/** Returns true if each word of a search begins a word of the text. "ora" finds "ora", and not "ancora". */
function hasWords(text: string, search: string): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  return fold(search)
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/**
 * Dialog in which the author selects the type of a new field. The list of types can be searched, and each type has a
 * hint about its use.
 */
export function Palette({ onChoose, onClose }: { onChoose: (kind: FieldKind) => void; onClose: () => void }) {
  const t = useEditorWords()
  const { t: shared } = useWords()
  const [search, setSearch] = useState('')
  const searchId = useId()
  const matches = (kind: FieldKind) => hasWords(`${t(`type_${kind}`)} ${t(`type_${kind}_hint`)} ${isNamed(kind) ? t(`words_${kind}`) : ''}`, search)
  const groups = GROUPS.map(([label, kinds]) => ({ label, kinds: kinds.filter(matches) })).filter(({ kinds }) => kinds.length > 0)
  const first = groups[0]?.kinds[0]
  return (
    <Dialog title={t('editor_palette')} size="large" onDismiss={onClose} actions={<Button onClick={onClose}>{shared('cancel')}</Button>}>
      <div className="field">
        <label htmlFor={searchId}>{t('editor_search')}</label>
        <input
          id={searchId}
          className="control"
          type="search"
          autoFocus
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !first) return
            event.preventDefault()
            onChoose(first)
          }}
        />
      </div>
      {groups.length === 0 && <p role="status">{t('editor_nothing_found')}</p>}
      {groups.map(({ label, kinds }) => (
        <section key={label} aria-label={t(label)}>
          <h3 className="palette-heading">{t(label)}</h3>
          <ul className="palette">
            {kinds.map((kind) => (
              <li key={kind}>
                <button type="button" className="palette-entry" onClick={() => onChoose(kind)}>
                  <strong>{t(`type_${kind}`)}</strong>
                  <span className="hint">{t(`type_${kind}_hint`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
