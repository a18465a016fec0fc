import { LANGUAGES, type ListedTemplate } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../../call.ts'
import type { ConcurrentChange } from '../../ui/concurrent-change.tsx'
import { AreaInput, SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useCountPhrase } from '../../ui/use-count-phrase.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { DocumentFaults } from '../definitions/document-faults.tsx'
import { impactOf } from '../forms/use-form-impact.ts'
import { previewOf, TemplatePreview } from './template-preview.tsx'
import { missingTexts, TEMPLATES_KEY, templatePath, textsOfTemplate } from './template-texts.ts'

export type TemplateTask = { mode: 'add' } | { mode: 'edit' | 'duplicate' | 'delete'; template: ListedTemplate }

const EMPTY = { name: '', lang_code: 'it', subject: '', html: '' }

/** Modal in which an operator edits one mail template, with a preview. */
export function TemplateModal({ task, onClose }: { task: TemplateTask; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const messages = useMessages()
  const count = useCountPhrase()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.template
  const draft = useEditForm(known ? { name: known.name, lang_code: known.lang_code as string, subject: known.subject, html: known.html } : EMPTY, missingTexts)
  const [version, setVersion] = useState(known?.version ?? '')
  const [form, setForm] = useState('')
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { name, lang_code, subject, html } = draft.watch()
  const at = templatePath(name, lang_code)

  async function save(): Promise<void> {
    setRefusal(null)
    try {
      if (mode === 'delete') await manage('DELETE', at, { version })
      // An empty version means that the template must be new: the server rejects the call if a template with this name
      // exists.
      else await manage('PUT', at, { body: { subject, html }, version: mode === 'edit' ? version : '' })
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
    await queries.invalidateQueries({ queryKey: TEMPLATES_KEY })
  }
  /**
   * Returns warnings for the operator. Before a deletion, warns if forms still use the template. Before saving, warns
   * if the
   * template contains variables that no form fills, because they would be empty in every mail.
   */
  async function impact(): Promise<string[] | null> {
    if (mode === 'delete') {
      const { uses, used_by } = await impactOf({ template: name })
      return uses === 0 ? null : [count('impact_template', uses, { values: [used_by.join(', ')] })]
    }
    setRefusal(null)
    try {
      const { unknown } = await previewOf({ subject, html, form })
      return unknown.length === 0 ? null : [t('mail_template_unknown', unknown.join(', '))]
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  async function restore(): Promise<void> {
    try {
      // An empty version means that the template must be new. If another operator has stored a template with this name
      // since the modal was opened, the server rejects the call.
      await manage('PUT', at, { body: { subject, html }, version: '' })
      showToast(t('restored', `${name} (${lang_code})`))
    } catch (error) {
      showErrorToast(messages(error as Error).join(' '))
    }
    await queries.invalidateQueries({ queryKey: TEMPLATES_KEY })
  }
  async function reload(): Promise<ConcurrentChange> {
    await queries.refetchQueries({ queryKey: TEMPLATES_KEY }, { throwOnError: true })
    const all = queries.getQueryData<ListedTemplate[]>(TEMPLATES_KEY)
    const now = all?.find((each) => each.name === name && each.lang_code === lang_code)
    setVersion(now?.version ?? '')
    return { subject: `${name} (${lang_code})`, before: known && textsOfTemplate(known), now: now && textsOfTemplate(now) }
  }

  return (
    <EditModal
      title={t(`mail_template_${mode}`)}
      size="large"
      form={draft}
      frozen={mode === 'delete'}
      danger={mode === 'delete'}
      {...(mode === 'delete' && { saveLabel: t('delete') })}
      save={save}
      impact={impact}
      done={t(mode === 'delete' ? 'deleted' : 'saved', `${name} (${lang_code})`)}
      offer={mode === 'delete' ? { label: t('undo_delete'), act: () => void restore() } : undefined}
      {...(mode === 'edit' || mode === 'delete' ? { reload } : {})}
      onClose={onClose}
    >
      {mode === 'delete' && <p>{t('mail_template_delete_text', `${name} (${lang_code})`)}</p>}
      <DocumentFaults error={refusal} />
      <TextInput label={t('mail_template_name')} name="name" required readOnly={mode === 'edit'} maxLength={128} />
      <SelectInput
        label={t('mail_template_language')}
        name="lang_code"
        disabled={mode === 'edit'}
        choices={LANGUAGES.map((value) => ({ value, label: value }))}
      />
      <TextInput label={t('mail_template_subject')} name="subject" required maxLength={1_000} />
      <AreaInput label={t('mail_template_html')} name="html" required rows={12} hint={t('mail_template_hint')} spellCheck={false} />
      {mode !== 'delete' && <TemplatePreview subject={subject} html={html} form={form} onForm={setForm} />}
    </EditModal>
  )
}
