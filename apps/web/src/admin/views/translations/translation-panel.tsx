import { glossaryOf, languageSteps, nameOfText, type TranslatedText, translationOf } from '@sportello/editing'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { Pager } from '../../ui/pager.tsx'
import { languageLabel, useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { GlossaryEditor } from './glossary-editor.tsx'
import { countTexts, listedTexts, TEXT_FILTERS, type TextFilter } from './listed-texts.ts'
import { MachineTool } from './machine-tool.tsx'
import { progressOfSteps } from './replace-in-texts.ts'
import { ReplaceTool } from './replace-tool.tsx'
import { saveText } from './save-text.ts'
import { StepGroup } from './step-group.tsx'
import { StructureNotes } from './structure-notes.tsx'
import { TextRow } from './text-row.tsx'
import { TranslationFiles } from './translation-files.tsx'
import { useTranslation } from './use-translation.ts'
import './translations.css'

const PAGE_SIZE = 50

interface TranslationPanelProps {
  /** Code of the form definition. */
  code: string
  /** Code of the language that is translated; another value selects the first language that the operator may translate. */
  language: string
  onLanguage: (language: string) => void
  /** True if the preview is open beside the workspace. */
  isPreviewed: boolean
  /** Called with the step of the text that has the focus, in the language that the preview shows. */
  onStep: (id: string) => void
  onClose: () => void
}

/**
 * The texts of a form in its main language beside those of another one. The list stays as it is while texts are
 * translated, so that a text does not vanish under the translator's hands; a filter makes it anew.
 */
export default function TranslationPanel({ code, language: wanted, isPreviewed, onLanguage, onStep, onClose }: TranslationPanelProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const may = usePermissions()
  const [main = '', ...others] = languageSteps(draft.tree).keys()
  const offered = may.translates ? others.filter((code) => may.translates?.includes(code)) : others
  const language = offered.includes(wanted) ? wanted : (offered[0] ?? '')
  return (
    <section className="translation-panel" aria-label={t('translation_title')}>
      <div className="translation-head">
        <h3>{t('translation_title')}</h3>
        <label>
          {t('translation_into', languageLabel(main || 'it'))}{' '}
          <select className="control control-short" value={language} onChange={({ target }) => onLanguage(target.value)}>
            {offered.map((code) => (
              <option key={code} value={code}>
                {languageLabel(code)}
              </option>
            ))}
          </select>
        </label>
        <Button weight="quiet" onClick={onClose}>
          {t('translation_close')}
        </Button>
      </div>
      {language === '' ? (
        <p>{t('translation_no_language')}</p>
      ) : (
        <Texts key={language} code={code} languages={{ main, other: language }} isPreviewed={isPreviewed} onStep={onStep} />
      )}
    </section>
  )
}

interface TextsProps {
  code: string
  languages: { main: string; other: string }
  isPreviewed: boolean
  onStep: (id: string) => void
}

function Texts({ code, languages, isPreviewed, onStep }: TextsProps) {
  const t = useEditorWords()
  const { language: own } = useWords()
  const draft = useDraft()
  const may = usePermissions()
  const translation = useTranslation(languages.other)
  const { texts } = translation
  const [filter, setFilter] = useState<TextFilter>('open')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const list = useRef<HTMLOListElement>(null)
  const readOnly = !(may.edit || may.translates?.includes(languages.other))
  const byName = useMemo(() => new Map(texts.map((text) => [nameOfText(text), text])), [texts])
  const [names, setNames] = useState<readonly string[]>([])
  const opening = useRef<readonly TranslatedText[] | null>(texts)
  const count = texts.length
  // The list is made anew for another filter or search, and when the form gets other texts, but not for each translation.
  useEffect(() => {
    // Reads the draft itself, because the comparison above may lack what was typed last. It does not when the workspace opens.
    const now = opening.current ?? (count >= 0 ? (translationOf(draft.tree, languages.other)?.texts ?? []) : [])
    opening.current = null
    setNames(listedTexts(now, filter, search, { glossary: glossaryOf(draft.tree), language: languages.other }).map(nameOfText))
    setPage(1)
  }, [draft, languages.other, filter, search, count])
  // A new list for each comparison, because the draft changes in place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the glossary changes with the draft, as the texts do
  const glossary = useMemo(() => glossaryOf(draft.tree), [draft, translation])
  const rules = useMemo(() => ({ glossary, language: languages.other }), [glossary, languages.other])
  const [shownText, setShownText] = useState<TranslatedText | null>(null)
  const [previewed, setPreviewed] = useState<'main' | 'other'>('other')
  const preview = (text: TranslatedText, side: 'main' | 'other') => {
    const step = side === 'main' ? text.step : text.original === text.step ? text.id : draft.tree.get(text.id)?.parent
    if (step) onStep(step)
  }
  const counts = useMemo(() => countTexts(texts, rules), [texts, rules])
  const steps = useMemo(() => progressOfSteps(texts), [texts])
  const done = counts.all - counts.open
  const shown = names.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).flatMap((name) => byName.get(name) ?? [])
  const save = useCallback(
    (text: TranslatedText, target: string) => {
      const operations = saveText(draft.tree, text, target)
      if (operations.length > 0) draft.edit(operations, { typing: true })
    },
    [draft],
  )
  function move(by: -1 | 1): void {
    const fields = [...(list.current?.querySelectorAll('textarea') ?? [])]
    const at = fields.findIndex((field) => field.matches(':focus'))
    const next = fields[at + by]
    if (next) next.focus()
    else if (by === 1 && page * PAGE_SIZE < names.length) setPage(page + 1)
  }
  return (
    <>
      <div className="translation-progress">
        <progress max={Math.max(1, counts.all)} value={done} aria-label={t('translation_progress', String(done), String(counts.all))} />
        <span>{t('translation_progress', done.toLocaleString(own), counts.all.toLocaleString(own))}</span>
      </div>
      <GlossaryEditor glossary={glossary} languages={languages} readOnly={!may.edit} />
      {may.edit && <StructureNotes translation={translation} language={languages.other} />}
      <div className="translation-tools">
        <select
          className="control control-short"
          aria-label={t('translation_filter')}
          value={filter}
          onChange={({ target }) => setFilter(target.value as TextFilter)}
        >
          {TEXT_FILTERS.map((each) => (
            <option key={each} value={each}>
              {t(`translation_filter_${each}`)} ({counts[each].toLocaleString(own)})
            </option>
          ))}
        </select>
        <input
          type="search"
          className="control"
          aria-label={t('translation_search')}
          placeholder={t('translation_search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {!readOnly && <ReplaceTool texts={texts} search={search} />}
        {isPreviewed && (
          <select
            className="control control-short"
            aria-label={t('translation_preview')}
            value={previewed}
            onChange={({ target }) => {
              const side = target.value as 'main' | 'other'
              setPreviewed(side)
              if (shownText) preview(shownText, side)
            }}
          >
            {(['other', 'main'] as const).map((side) => (
              <option key={side} value={side}>
                {t('translation_preview_in', languageLabel(languages[side]))}
              </option>
            ))}
          </select>
        )}
        {!readOnly && <MachineTool codeTag={code} language={languages.other} texts={texts} />}
        <TranslationFiles codeTag={code} language={languages.other} readOnly={readOnly} />
      </div>
      <p className="hint">{t('translation_keys')}</p>
      {shown.length === 0 && <p role="status">{t(counts.open === 0 ? 'translation_complete' : 'translation_none')}</p>}
      <ol ref={list} className="translation-list">
        {shown.map((text, at) => (
          <StepGroup key={nameOfText(text)} text={text} previous={shown[at - 1]} progress={steps.get(text.step)} mayPair={may.edit}>
            <TextRow
              text={text}
              languages={languages}
              glossary={glossary}
              readOnly={readOnly}
              onSave={save}
              onLeave={() => draft.settle()}
              onMove={move}
              onFocus={(focused) => {
                setShownText(focused)
                preview(focused, previewed)
              }}
            />
          </StepGroup>
        ))}
      </ol>
      <Pager page={page} total={names.length} more={false} onPage={setPage} />
    </>
  )
}
