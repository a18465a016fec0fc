import type { ShownForm } from '@sportello/contract'
import type { ReactNode } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useChangeSearch } from '../../address.ts'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Loading, lazyPart } from '../../ui/lazy-part.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { formPath, useForm, useRefresh, useTags } from './form-calls.ts'
import { isClientUrl, isComplete, type ManageMode, sentOf } from './form-draft.ts'
import { FormTab, type TabProps } from './form-tab.tsx'
import { LiveChatTab } from './live-chat-tab.tsx'
import { LogosTab } from './logos-tab.tsx'
import { TemplateTab } from './template-tab.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { useFormImpact } from './use-form-impact.ts'

/** Pattern for valid form codes (wire contract, "The bundle file": "Codes"). */
const CODE = /^[A-Za-z0-9_-]{1,64}$/

const DestinationsTab = lazyPart(() => import('./destinations-tab.tsx'), { fallback: <Loading /> })

interface FormModalProps {
  mode: ManageMode
  /** Id of the form that the modal edits; undefined for a new form. */
  id?: string | undefined
  /** Called with the code of the form after the operator has created it. */
  onMade: (code: string) => void
  onClose: () => void
}

/** Modal that adds, edits, duplicates or deletes a form (administrator specification, section 2: "Form modal"). */
export function FormModal({ mode, id, onMade, onClose }: FormModalProps) {
  const { t } = useWords()
  const messages = useMessages()
  const form = useForm(id)
  if (id === undefined || form.data)
    return (
      <LoadedFormModal mode={mode} form={form.data} reload={async () => (await form.refetch({ throwOnError: true })).data} onMade={onMade} onClose={onClose} />
    )
  return (
    <Dialog title={t(`form_title_${mode}`, '')} size="large" onDismiss={onClose} actions={<Button onClick={onClose}>{t('cancel')}</Button>}>
      {form.error ? messages(form.error).map((message) => <p key={message}>{message}</p>) : <p role="status">{t('loading')}</p>}
    </Dialog>
  )
}

interface LoadedProps extends Omit<FormModalProps, 'id'> {
  form: ShownForm | undefined
  reload: () => Promise<ShownForm | undefined>
}

function LoadedFormModal({ mode, form, reload, onMade, onClose }: LoadedProps) {
  const { t } = useWords()
  const refresh = useRefresh()
  const changeSearch = useChangeSearch()
  const { edited, draft, change, seen, follow } = useFormDraft(form, mode)
  const code = form?.code_form ?? ''
  const impact = useFormImpact()

  async function save(): Promise<void> {
    const version = seen && { version: seen.version }
    if (mode === 'delete') await manage('DELETE', formPath(form?.id ?? ''), { ...version })
    else if (mode === 'edit') await manage('PUT', formPath(form?.id ?? ''), { body: sentOf(draft), ...version })
    else await manage('POST', '/settings/forms', { body: sentOf(draft) })
    await (mode === 'edit' ? refresh('forms', 'form') : refresh('forms'))
    if (mode === 'add' || mode === 'duplicate') onMade(draft.code_form.trim())
  }
  return (
    <EditModal
      title={t(`form_title_${mode}`, code)}
      size="large"
      form={edited}
      disabled={mode !== 'delete' && !isComplete(draft)}
      danger={mode === 'delete'}
      saveLabel={mode === 'delete' ? t('delete') : t('save')}
      save={save}
      impact={async () => (seen && (mode === 'edit' || mode === 'delete') ? impact(seen, mode === 'delete' ? null : draft) : null)}
      done={t(mode === 'delete' ? 'deleted' : 'saved', mode === 'delete' ? code : draft.code_form)}
      {...((mode === 'add' || mode === 'duplicate') && { offer: { label: t('form_show'), act: () => changeSearch({ 'f.code': draft.code_form }) } })}
      reload={async () => ({ subject: code, before: seen, now: follow(await reload()) })}
      onClose={onClose}
    >
      {mode === 'delete' && <p className="notice notice-danger">{t('form_delete_text', code)}</p>}
      {mode === 'duplicate' && (form?.secrets.length ?? 0) > 0 && <p className="notice">{t('form_duplicate_secrets', form?.secrets.join(', ') ?? '')}</p>}
      <FormFields mode={mode} form={form} draft={draft} change={change} secrets={mode === 'duplicate' ? [] : (form?.secrets ?? [])} />
    </EditModal>
  )
}

function FormFields({ mode, draft, change, secrets, form }: TabProps & { mode: ManageMode; form: ShownForm | undefined }) {
  const { t } = useWords()
  const { data: tags, isPending } = useTags()
  const tag = tags?.find(({ value }) => value === draft.code_tag)
  const isFrozen = mode === 'delete'
  const common = { draft, change, secrets }
  const url = draft.client_url ?? ''
  // While the operator confirms the deletion of a form, all fields are disabled. The tabs still work, so that the
  // operator can read every field.
  const frozen = (content: ReactNode) => (
    <fieldset className="modal-fields" disabled={isFrozen}>
      {content}
    </fieldset>
  )
  const known = (tags ?? []).map(({ value, description }) => ({
    value,
    label: description === '' || description === value ? value : `${value} (${description})`,
  }))
  const choices = tag || draft.code_tag === '' ? known : [{ value: draft.code_tag, label: draft.code_tag }, ...known]

  return (
    <>
      {frozen(
        <>
          <div className="field-pairs">
            <TextField
              label={t('form_code')}
              name="code_form"
              required
              maxLength={64}
              readOnly={mode === 'edit'}
              hint={t(mode === 'edit' ? 'form_code_fixed' : 'form_code_rule')}
              fault={draft.code_form === '' || CODE.test(draft.code_form.trim()) ? undefined : t('form_code_rule')}
              value={draft.code_form}
              onChange={(code_form) => change({ code_form })}
            />
            <TextField
              label={t('form_description')}
              name="description"
              required
              maxLength={1_000}
              value={draft.description ?? ''}
              onChange={(description) => change({ description })}
            />
            <SearchSelect
              label={t('form_tag')}
              name="code_tag"
              required
              busy={isPending}
              hint={tags && draft.code_tag !== '' && !tag ? t('tag_missing') : undefined}
              value={draft.code_tag}
              onChange={(code_tag) => change({ code_tag })}
              choices={choices}
            />
            <TextField
              label="Client URL"
              name="client_url"
              required
              type="url"
              hint={t('client_url_hint')}
              fault={url !== '' && !isClientUrl(url) ? t('client_url_wrong') : undefined}
              value={url}
              onChange={(client_url) => change({ client_url })}
            />
          </div>
          <CheckField label={t('form_maintenance')} name="active" isSwitch value={!draft.active} onChange={(maintenance) => change({ active: !maintenance })} />
        </>,
      )}
      <Tabs
        label={t('form_tabs')}
        tabs={[
          { key: 'form', label: 'Form', fields: ['params', 'survey_no_recompile'], content: frozen(<FormTab {...common} tag={tag} />) },
          { key: 'logos', label: t('tab_logos'), fields: ['logoParams'], content: frozen(<LogosTab {...common} />) },
          { key: 'template', label: 'Template', fields: ['templateParams'], content: frozen(<TemplateTab {...common} />) },
          { key: 'chat', label: 'Live Chat', fields: ['liveChatParams'], content: frozen(<LiveChatTab {...common} />) },
          {
            key: 'destinations',
            label: t('destinations'),
            fields: ['params.destination'],
            content: frozen(<DestinationsTab {...common} form={mode === 'edit' ? form : undefined} />),
          },
        ]}
      />
    </>
  )
}
