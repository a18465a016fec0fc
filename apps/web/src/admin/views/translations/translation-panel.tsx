import { type DraftTree, languageSteps, nameOfText, type TranslatedText } from '@sportello/editing'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { Pager } from '../../ui/pager.tsx'
import { languageLabel, useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { GlossaryEditor } from './glossary-editor.tsx'
import { progressOfSteps } from './listed-texts.ts'
import { MachineTool } from './machine-tool.tsx'
import { PreviewSide, usePreviewSide } from './preview-side.tsx'
import { ReplaceTool } from './replace-tool.tsx'
import { saveText } from './save-text.ts'
import { StepGroup } from './step-group.tsx'
import { StructureNotes } from './structure-notes.tsx'
import { TextFinder } from './text-finder.tsx'
import { TextRow } from './text-row.tsx'
import { TranslationFiles } from './translation-files.tsx'
import { PAGE_SIZE, useTextList } from './use-text-list.ts'
import { useTranslation } from './use-translation.ts'
import './translations.css'

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
  // Begins with a language in which something is to do.
  const [first] = useState(() => offered.find((code) => hasRecord(draft.tree, code)) ?? offered[0] ?? '')
  const language = offered.includes(wanted) ? wanted : first
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
  const translation = useTranslation(languages.other, PAGE_SIZE)
  const { texts, glossary, isComplete } = translation
  const list = useTextList(translation, languages.other)
  const preview = usePreviewSide(onStep)
  const rows = useRef<HTMLOListElement>(null)
  const search = useRef<HTMLInputElement>(null)
  // A press on the button that opens the workspace leads to the first text.
  const wasPressed = useRef(document.activeElement instanceof HTMLButtonElement)
  useEffect(() => {
    if (list.isReady && wasPressed.current) rows.current?.querySelector('textarea')?.focus()
  }, [list.isReady])
  const readOnly = !(may.edit || may.translates?.includes(languages.other))
  const rules = useMemo(() => ({ glossary, language: languages.other }), [glossary, languages.other])
  const steps = useMemo(() => progressOfSteps(texts), [texts])
  const translated = useMemo(
    () =>
      Map.groupBy(
        texts.filter(({ state }) => state === 'translated'),
        ({ source }) => source,
      ),
    [texts],
  )
  const elsewhere = ({ source, original, key }: TranslatedText) =>
    translated.get(source)?.find((other) => other.original !== original || other.key !== key)?.target
  const done = useMemo(() => texts.filter(({ state }) => state === 'translated').length, [texts])
  const save = useCallback(
    (text: TranslatedText, target: string) => {
      const operations = saveText(draft.tree, text, target)
      if (operations.length > 0) draft.edit(operations, { typing: true })
    },
    [draft],
  )
  function move(by: -1 | 1): void {
    const fields = [...(rows.current?.querySelectorAll('textarea') ?? [])]
    const at = fields.findIndex((field) => field.matches(':focus'))
    const next = fields[at + by]
    if (next) next.focus()
    else if (by === 1 ? isComplete && list.hasMore : list.page > 1) openPage(list.page + by, by === 1 ? 0 : -1)
  }
  /** Number of the text that gets the focus on the page that opens; -1 for the last one. */
  const entry = useRef<0 | -1 | null>(null)
  function openPage(page: number, first: 0 | -1 = 0): void {
    entry.current = first
    list.setPage(page)
  }
  useEffect(() => {
    if (entry.current === null || list.page < 1) return
    const fields = [...(rows.current?.querySelectorAll('textarea') ?? [])]
    fields.at(entry.current)?.focus()
    entry.current = null
  }, [list.page])
  const progress = isComplete ? t('translation_progress', done.toLocaleString(own), texts.length.toLocaleString(own)) : t('translation_counting')
  return (
    <>
      <div className="translation-progress">
        <progress max={Math.max(1, texts.length)} value={isComplete ? done : 0} aria-label={progress} />
        <span>{progress}</span>
      </div>
      <GlossaryEditor glossary={glossary} languages={languages} readOnly={!may.edit} />
      {may.edit && isComplete && <StructureNotes translation={translation} language={languages.other} />}
      <div className="translation-tools" inert={!isComplete}>
        <TextFinder
          list={list}
          texts={isComplete ? texts : undefined}
          rules={rules}
          field={search}
          onEnter={() => rows.current?.querySelector('textarea')?.focus()}
        />
        {!readOnly && <ReplaceTool texts={texts} search={list.search} />}
        {isPreviewed && <PreviewSide languages={languages} side={preview.side} onSide={preview.setSide} />}
        {!readOnly && <MachineTool codeTag={code} language={languages.other} texts={texts} />}
        <TranslationFiles codeTag={code} language={languages.other} readOnly={readOnly} />
      </div>
      <p className="hint">{t('translation_keys')}</p>
      {list.isReady && list.shown.length === 0 && <p role="status">{t(done === texts.length ? 'translation_complete' : 'translation_none')}</p>}
      <ol ref={rows} className="translation-list">
        {list.shown.map((text, at) => (
          <StepGroup
            key={nameOfText(text)}
            text={text}
            previous={list.shown[at - 1]}
            progress={isComplete ? steps.get(text.step) : undefined}
            mayPair={may.edit}
          >
            <TextRow
              text={text}
              languages={languages}
              glossary={glossary}
              elsewhere={elsewhere(text)}
              onSearch={() => search.current?.focus()}
              readOnly={readOnly}
              onSave={save}
              onLeave={() => draft.settle()}
              onMove={move}
              onFocus={preview.follow}
            />
          </StepGroup>
        ))}
      </ol>
      {isComplete && <Pager page={list.page} total={list.total} more={false} onPage={openPage} />}
    </>
  )
}

/** Returns true if a language has texts that need a translator's work. */
function hasRecord(tree: DraftTree, language: string): boolean {
  const step = languageSteps(tree).get(language)
  if (!step) return false
  for (const { content } of tree.subtree(step.id)) if (content.translated_from !== undefined) return true
  return false
}
