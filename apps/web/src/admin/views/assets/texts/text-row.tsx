import type { OwnTextFault } from '@sportello/phrases/own-texts'
import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import { useWords } from '../../../words.tsx'
import { faultsOf, keyInFile, ownTextsOf, type Scope, textAt, unevenForms } from './own-texts.ts'
import type { PhraseRow } from './phrase-rows.ts'
import type { OwnTextsDraft } from './use-own-texts.ts'

/** Characters on a line of the field, for browsers that do not size a field by its content. */
const CHARACTERS = 40

interface TextRowProps {
  row: PhraseRow
  draft: OwnTextsDraft
  /** Code of the language of the texts. */
  language: string
  readOnly: boolean
  /** Moves the focus to the next or the previous field. */
  onMove: (by: -1 | 1) => void
}

/** A phrase of the product beside a field for the customer's own text. An empty field means the product's phrase. */
export function TextRow({ row, draft, language, readOnly, onMove }: TextRowProps) {
  const { t } = useWords()
  const messageOf = useFaultMessage()
  const id = useId()
  const { forLanguage, forAll } = ownTextsOf(draft.texts, row.key, language)
  const scope = draft.scopeOf(language, row.key)
  const text = scope === 'all' ? forAll : forLanguage
  const faults = faultsOf(row, text)
  const keys = [keyInFile(row.key, language, 'language'), row.key]
  const isUnsaved = keys.some((key) => textAt(draft.texts, key) !== textAt(draft.base.texts, key))
  const isUneven = text === undefined && unevenForms(row, draft.texts, language).includes(row.key)
  const isEmpty = text !== undefined && text.trim() === ''
  const state = faults.length > 0 ? 'wrong' : isEmpty || isUneven ? 'doubtful' : text === undefined ? 'default' : 'own'

  function onKeyDown(event: KeyboardEvent): void {
    const isNext = (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) || (event.altKey && event.key === 'ArrowDown')
    if (!isNext && !(event.altKey && event.key === 'ArrowUp')) return
    event.preventDefault()
    onMove(isNext ? 1 : -1)
  }

  return (
    <li className={`own-text is-${state}`}>
      <div className="own-text-default">
        <code>{row.key}</code>
        <div id={`${id}-default`} lang={language}>
          {row.defaults.map((each) => (
            <p key={each}>
              <WithMarks text={each} />
            </p>
          ))}
        </div>
      </div>
      <div className="own-text-own">
        <textarea
          className="control"
          lang={language}
          rows={Math.min(8, Math.max(1, Math.ceil(Math.max(row.defaults[0].length, text?.length ?? 0) / CHARACTERS)))}
          aria-label={t('texts_own', row.key)}
          aria-describedby={`${id}-default ${id}-faults`}
          aria-keyshortcuts="Control+Enter Alt+ArrowDown Alt+ArrowUp"
          {...(faults.length > 0 && { 'aria-invalid': true })}
          value={text ?? ''}
          readOnly={readOnly}
          onChange={({ target }) => draft.write(language, row.key, target.value === '' ? undefined : target.value)}
          onKeyDown={onKeyDown}
        />
        <p id={`${id}-faults`} className={faults.length > 0 ? 'fault' : 'warning'} role="status">
          {[...faults.map(messageOf), ...(isEmpty && faults.length === 0 ? [t('texts_empty')] : [])].join(' ')}
        </p>
        <div className="own-text-line">
          {(text !== undefined || forAll !== undefined) && (
            <ScopeChoice {...{ phrase: row.key, language, scope, readOnly }} onChange={(next) => draft.move(language, row.key, next)} />
          )}
          {!readOnly && text !== undefined && <LinkButton onClick={() => draft.write(language, row.key, undefined)}>{t('texts_default')}</LinkButton>}
          {!readOnly && isUnsaved && <LinkButton onClick={() => draft.undo(language, row.key)}>{t('texts_undo')}</LinkButton>}
          {isUnsaved && <span className="badge state-queued">{t('texts_unsaved')}</span>}
        </div>
        {scope === 'language' && forAll !== undefined && (
          <p className="own-text-note">
            {t('texts_general', forAll)} <span className="fault">{faultsOf(row, forAll).map(messageOf).join(' ')}</span>{' '}
            {!readOnly && <LinkButton onClick={() => draft.setKey(row.key, undefined)}>{t('texts_general_remove')}</LinkButton>}
          </p>
        )}
        {keys.map((key) => draft.conflicts.has(key) && <Conflict key={key} fileKey={key} draft={draft} />)}
      </div>
    </li>
  )
}

/** Returns a function that describes a fault of an own text in the dashboard's language. */
function useFaultMessage(): (fault: OwnTextFault) => string {
  const { t } = useWords()
  return ({ kind, part }) => t(`texts_fault_${kind}`, part)
}

/** Choice of the languages in which an own text applies. */
function ScopeChoice({
  phrase,
  language,
  scope,
  readOnly,
  onChange,
}: {
  phrase: string
  language: string
  scope: Scope
  readOnly: boolean
  onChange: (scope: Scope) => void
}) {
  const { t, language: dashboardLanguage } = useWords()
  const name = new Intl.DisplayNames([dashboardLanguage], { type: 'language' }).of(language) ?? language
  return (
    <select
      className="control control-short"
      aria-label={t('texts_scope', phrase)}
      value={scope}
      disabled={readOnly}
      onChange={({ target }) => onChange(target.value as Scope)}
    >
      <option value="language">{t('texts_scope_language', name)}</option>
      <option value="all">{t('texts_scope_all')}</option>
    </select>
  )
}

/** Shows another operator's version of a text that this operator has changed as well. */
function Conflict({ fileKey, draft }: { fileKey: string; draft: OwnTextsDraft }) {
  const { t } = useWords()
  const theirs = draft.conflicts.get(fileKey)
  return (
    <p className="own-text-note warning">
      {theirs === undefined ? t('texts_conflict_default') : t('texts_conflict', theirs)}{' '}
      <LinkButton onClick={() => draft.setKey(fileKey, theirs)}>{t('texts_conflict_take')}</LinkButton>
    </p>
  )
}

/** A phrase with its placeholders and brackets set apart from the words. */
function WithMarks({ text }: { text: string }) {
  return text.split(/(\{\w+\}|\[\[|\]\])/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a phrase have no other key, and change only together
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  )
}

const LinkButton = (props: ComponentProps<'button'>) => <button type="button" className="link-button" {...props} />
