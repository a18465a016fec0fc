import type { ListedTemplate } from '@sportello/contract'
import { earlierOriginal, templateState } from '@sportello/editing'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePermissions } from '../../../account.ts'
import type { DashboardSearch } from '../../../address.ts'
import { EditBody } from '../../../ui/edit-body.tsx'
import { languageLabel, useWords } from '../../../words.tsx'
import { DocumentFaults } from '../../definitions/document-faults.tsx'
import { previewOf, TemplatePreview } from '../template-preview.tsx'
import { TextPair, useDifferenceMessages } from './text-pair.tsx'
import { TranslationState } from './translation-state.tsx'
import { useTranslatedTemplate } from './use-translated-template.ts'
import { useTranslationKeys } from './use-translation-keys.ts'

interface EditTranslationProps {
  name: string
  /** The rows of the template: one for each language. */
  rows: readonly ListedTemplate[]
  original: ListedTemplate
  /** Code of the language of the translation. */
  language: string
  /** True if the first field gets the focus when it appears. The component sets it to false. */
  takesFocus: RefObject<boolean>
  /** Opens the next translation that needs work. */
  onNext: () => void
}

/** The texts of a mail template beside the fields for its translation into one language. */
export function EditTranslation({ name, rows, original, language, takesFocus, onNext }: EditTranslationProps) {
  const { t } = useWords()
  const readOnly = !usePermissions().changeDeployment
  const differences = useDifferenceMessages()
  const stored = rows.find(({ lang_code }) => lang_code === language)
  const draft = useTranslatedTemplate({ name, language }, stored, original)
  const { subject, html } = draft.form.watch()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [form, setForm] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const title = `${name} (${language})`
  const state = templateState(rows, language)
  const earlier = earlierOriginal(rows, language)
  const isUnconfirmed = state === 'stale' || (stored !== undefined && state !== 'original' && !stored.translated_from)
  const keys = useTranslationKeys(area, {
    isChanged: draft.isChanged,
    isUnconfirmed,
    readOnly,
    confirm: () => void draft.confirm().then((isDone) => isDone && onNext()),
    next: onNext,
  })
  useEffect(() => {
    if (takesFocus.current) area.current?.querySelector<HTMLElement>('[name=subject]')?.focus()
    takesFocus.current = false
  }, [takesFocus])

  /** Runs a call, and keeps its error, whose details the view lists. */
  async function tried<T>(call: () => Promise<T>): Promise<T> {
    setRefusal(null)
    try {
      return await call()
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  async function warnings(): Promise<string[]> {
    keys.beginAttempt()
    const { unknown } = await tried(() => previewOf({ subject, html, form }))
    return [
      ...differences(original.subject, subject, false),
      ...differences(original.html, html, true),
      ...(unknown.length > 0 ? [t('mail_template_unknown', unknown.join(', '))] : []),
    ]
  }
  async function save(): Promise<void> {
    await tried(draft.save)
    keys.endAttempt()
  }
  const pairOf = (key: 'subject' | 'html') => ({
    name: key,
    label: t(`mail_template_${key}`),
    languages: { source: original.lang_code, target: language },
    original: original[key],
    earlier: earlier?.lang_code === original.lang_code ? earlier[key] : undefined,
    typed: key === 'subject' ? subject : html,
    readOnly,
    onCopy() {
      draft.form.setValue(key, original[key], { shouldDirty: true, shouldValidate: true })
      area.current?.querySelector<HTMLElement>(`[name=${key}]`)?.focus()
    },
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside handle the keys together
    <div ref={area} onKeyDown={keys.onKeyDown}>
      <EditBody
        title={title}
        form={draft.form}
        changed={draft.isChanged}
        disabled={draft.isConfirming}
        save={save}
        impact={warnings}
        done={t('saved', title)}
        cancelLabel={t('ws_reset')}
        reload={draft.reload}
        page={{
          hasActions: !readOnly,
          keeps: (next: DashboardSearch) => next.view === 'templates' && next.translate === name && next.translation === language,
        }}
        onClose={() => {
          setRefusal(null)
          draft.form.reset()
        }}
        frame={(content) => content}
      >
        <TranslationState
          {...{ state, language, stored, source: original.lang_code, isConfirming: draft.isConfirming }}
          onConfirm={!readOnly && isUnconfirmed && !draft.isChanged ? () => void draft.confirm().then((isDone) => isDone && keys.focusFirst()) : undefined}
        />
        {readOnly ? <p className="notice">{t('ws_read_only')}</p> : <p className="hint">{t('mail_template_keys')}</p>}
        <DocumentFaults error={refusal} />
        <TextPair {...pairOf('subject')} />
        <TextPair {...pairOf('html')} />
        <div className="template-previews">
          <TemplatePreview language={languageLabel(original.lang_code)} subject={original.subject} html={original.html} form={form} onForm={setForm} />
          <TemplatePreview language={languageLabel(language)} subject={subject} html={html} form={form} onForm={setForm} />
        </div>
      </EditBody>
    </div>
  )
}
