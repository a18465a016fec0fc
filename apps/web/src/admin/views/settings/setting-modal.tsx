import { isGuard, type ListedSetting, SYSTEM_SETTINGS, type SystemSetting } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import type { ConcurrentChange } from '../../ui/concurrent-change.tsx'
import { AreaInput, type DraftFaults, SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { isWrongValue, type SettingDescription, useSettingDescription } from './known-setting.ts'

/**
 * The mode of the settings modal (add, edit, duplicate or delete) and the setting concerned. The mode determines what
 * the save button does (administrator specification, section 4).
 */
export type SettingTask = { mode: 'add'; code?: string } | { mode: 'edit' | 'duplicate' | 'delete'; setting: ListedSetting }

export default function SettingModal({ task, onClose }: { task: SettingTask; onClose: () => void }) {
  const { t, language } = useWords()
  const queries = useQueryClient()
  const messages = useMessages()
  const may = usePermissions()
  const codesId = useId()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.setting
  const [first] = useState({ code: mode === 'add' ? (task.code ?? '') : task.setting.code, value: known?.value ?? '' })
  const form = useEditForm(first, faultsOf)
  const { code, value } = form.watch()
  const [version, setVersion] = useState(known?.version ?? '')
  const description = useSettingDescription()(code)
  const at = `/settings/systems/${encodeURIComponent(known?.code ?? '')}`
  const list = () => queries.getQueryData<ListedSetting[]>(['settings']) ?? []
  const adds = mode === 'add' || mode === 'duplicate'
  // Validates the value of the setting again when its code changes, because the allowed values depend on the code.
  const { trigger } = form
  useEffect(() => void (code !== first.code && trigger('value')), [code, first, trigger])

  function faultsOf(draft: typeof first): DraftFaults {
    const wanted = draft.code.trim()
    const isTaken = adds && list().some((each) => each.code === wanted)
    const isBarred = adds && isGuard(wanted) && !may.own
    return {
      code: wanted === '' ? '' : isTaken ? t('setting_taken') : isBarred ? t('setting_owners') : undefined,
      value: isWrongValue(draft.code, draft.value) ? t('setting_wrong') : draft.value === '' ? '' : undefined,
    }
  }
  async function save(): Promise<void> {
    if (mode === 'delete') await manage('DELETE', at, { version })
    else if (mode === 'edit') await manage('PUT', at, { body: { code, value }, version })
    else await manage('POST', '/settings/systems', { body: { code: code.trim(), value } })
    await queries.invalidateQueries({ queryKey: ['settings'] })
  }
  /**
   * Warns the operator if a shorter retention period would make the next daily run permanently erase older requests.
   */
  async function impact(): Promise<string[] | null> {
    const isShorter = mode !== 'delete' && code.trim() === 'retention_days' && !(mode === 'edit' && Number(value) >= Number(first.value))
    if (!isShorter) return null
    const { requests, more } = await manage<{ requests: number; more: boolean }>('GET', '/settings/retention', { query: { days: value } })
    const count = requests.toLocaleString(language)
    return requests === 0 ? null : [t('retention_impact', more ? t('total_more', count) : count, Number(value).toLocaleString(language))]
  }
  async function restore(): Promise<void> {
    try {
      await manage('POST', '/settings/systems', { body: first })
      showToast(t('restored', first.code))
    } catch (error) {
      showErrorToast(messages(error as Error).join(' '))
    }
    await queries.invalidateQueries({ queryKey: ['settings'] })
  }
  async function reload(): Promise<ConcurrentChange> {
    await queries.refetchQueries({ queryKey: ['settings'] }, { throwOnError: true })
    const now = list().find((each) => each.code === known?.code)
    setVersion(now?.version ?? '')
    return { subject: code, before: known, now }
  }

  return (
    <EditModal
      title={t(`setting_${mode}`)}
      form={form}
      frozen={mode === 'delete'}
      danger={mode === 'delete'}
      {...(mode === 'delete' && { saveLabel: t('delete') })}
      save={save}
      impact={impact}
      done={t(mode === 'delete' ? 'deleted' : 'saved', code)}
      offer={mode === 'delete' ? { label: t('undo_delete'), act: () => void restore() } : undefined}
      reload={reload}
      onClose={onClose}
    >
      {mode === 'delete' && <p>{t(description ? 'setting_delete_known' : 'setting_delete_text', code, description?.setting.preset || '–')}</p>}
      <TextInput
        label={t('setting_code')}
        name="code"
        required
        readOnly={mode === 'edit'}
        maxLength={128}
        hint={description?.meaning ?? (adds && code.trim() !== '' ? t('setting_unknown') : undefined)}
        {...(adds && { list: codesId })}
      />
      <datalist id={codesId}>
        {Object.keys(SYSTEM_SETTINGS).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <ValueField description={description} value={value} />
    </EditModal>
  )
}

interface ValueFieldProps {
  description: SettingDescription | undefined
  value: string
}

/** Input for the value of a system setting. The kind of input depends on the type of the setting. */
function ValueField({ description, value }: ValueFieldProps) {
  const { t } = useWords()
  const zonesId = useId()
  const { kind, preset }: Partial<SystemSetting> = description?.setting ?? {}
  const shared = {
    label: t('setting_value'),
    name: 'value',
    required: true,
    hint: description && `${description.kind} ${preset ? t('setting_preset', preset) : t('setting_no_preset')}`,
  }
  switch (kind?.type) {
    case 'boolean':
      return <SelectInput {...shared} choices={['', 'true', 'false'].map((each) => ({ value: each, label: each }))} />
    case 'integer':
    case 'number':
      return <TextInput {...shared} inputMode={kind.type === 'integer' ? 'numeric' : 'decimal'} />
    case 'email':
      return <TextInput {...shared} type="email" maxLength={254} />
    case 'address':
      return <TextInput {...shared} type="url" maxLength={20_000} />
    case 'time_zone':
      return (
        <>
          <TextInput {...shared} list={zonesId} />
          <datalist id={zonesId}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )
    default:
      return value.length > 80 || value.includes('\n') ? <AreaInput {...shared} maxLength={20_000} /> : <TextInput {...shared} maxLength={20_000} />
  }
}
