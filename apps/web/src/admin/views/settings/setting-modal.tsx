import { isGuard, type ListedSetting, SYSTEM_SETTINGS, type SystemSetting } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMay } from '../../account.ts'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField, SelectField, TextField } from '../../ui/field.tsx'
import type { Meanwhile } from '../../ui/meanwhile.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { isWrongValue, type SettingTold, useSettingTold } from './known-setting.ts'

/** Administrator specification, section 4: the mode decides what saving does. */
export type SettingTask = { mode: 'add'; code?: string } | { mode: 'edit' | 'duplicate' | 'delete'; setting: ListedSetting }

export function SettingModal({ task, onClose }: { task: SettingTask; onClose: () => void }) {
  const { t, language } = useWords()
  const queries = useQueryClient()
  const messages = useMessages()
  const may = useMay()
  const codesId = useId()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.setting
  const [first] = useState({ code: mode === 'add' ? (task.code ?? '') : task.setting.code, value: known?.value ?? '' })
  const [code, setCode] = useState(first.code)
  const [value, setValue] = useState(first.value)
  const [version, setVersion] = useState(known?.version ?? '')
  const told = useSettingTold()(code)
  const at = `/settings/systems/${encodeURIComponent(known?.code ?? '')}`
  const list = () => queries.getQueryData<ListedSetting[]>(['settings']) ?? []
  const adds = mode === 'add' || mode === 'duplicate'
  const isTaken = adds && list().some((each) => each.code === code.trim())
  const isBarred = adds && isGuard(code.trim()) && !may.own
  const isWrong = mode !== 'delete' && isWrongValue(code, value)

  async function save(): Promise<void> {
    if (mode === 'delete') await manage('DELETE', at, { version })
    else if (mode === 'edit') await manage('PUT', at, { body: { code, value }, version })
    else await manage('POST', '/settings/systems', { body: { code: code.trim(), value } })
    await queries.invalidateQueries({ queryKey: ['settings'] })
  }
  /** Fewer days than before delete what is older at the next daily run, for good. */
  async function impact(): Promise<string | null> {
    const isShorter = mode !== 'delete' && code.trim() === 'retention_days' && !(mode === 'edit' && Number(value) >= Number(first.value))
    if (!isShorter) return null
    const { requests, more } = await manage<{ requests: number; more: boolean }>('GET', '/settings/retention', { query: { days: value } })
    const count = requests.toLocaleString(language)
    return requests === 0 ? null : t('retention_impact', more ? t('total_more', count) : count, Number(value).toLocaleString(language))
  }
  async function restore(): Promise<void> {
    try {
      await manage('POST', '/settings/systems', { body: first })
      showToast(t('restored', first.code))
    } catch (error) {
      showToast(messages(error as Error).join(' '))
    }
    await queries.invalidateQueries({ queryKey: ['settings'] })
  }
  async function reload(): Promise<Meanwhile> {
    await queries.refetchQueries({ queryKey: ['settings'] }, { throwOnError: true })
    const now = list().find((each) => each.code === known?.code)
    setVersion(now?.version ?? '')
    return { subject: code, before: known, now }
  }

  return (
    <EditModal
      title={t(`setting_${mode}`)}
      changed={mode !== 'delete' && (code !== first.code || value !== first.value)}
      disabled={mode !== 'delete' && (code.trim() === '' || value === '' || isTaken || isBarred || isWrong)}
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
      {mode === 'delete' && <p>{t(told ? 'setting_delete_known' : 'setting_delete_text', code, told?.setting.preset || '–')}</p>}
      <TextField
        label={t('setting_code')}
        name="code"
        value={code}
        onChange={setCode}
        required
        readOnly={mode === 'edit'}
        maxLength={128}
        hint={told?.meaning ?? (adds && code.trim() !== '' ? t('setting_unknown') : undefined)}
        fault={isTaken ? t('setting_taken') : isBarred ? t('setting_owners') : undefined}
        {...(adds && { list: codesId })}
      />
      <datalist id={codesId}>
        {Object.keys(SYSTEM_SETTINGS).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <ValueField told={told} value={value} onChange={setValue} isWrong={isWrong} />
    </EditModal>
  )
}

interface ValueFieldProps {
  told: SettingTold | undefined
  value: string
  onChange: (value: string) => void
  isWrong: boolean
}

/** The value, asked for by what it may be. */
function ValueField({ told, value, onChange, isWrong }: ValueFieldProps) {
  const { t } = useWords()
  const zonesId = useId()
  const { kind, preset }: Partial<SystemSetting> = told?.setting ?? {}
  const shared = {
    label: t('setting_value'),
    name: 'value',
    value,
    onChange,
    required: true,
    hint: told && `${told.kind} ${preset ? t('setting_preset', preset) : t('setting_no_preset')}`,
    fault: isWrong ? t('setting_wrong') : undefined,
  }
  switch (kind?.type) {
    case 'boolean':
      return <SelectField {...shared} choices={['', 'true', 'false'].map((each) => ({ value: each, label: each }))} />
    case 'integer':
    case 'number':
      return <TextField {...shared} inputMode={kind.type === 'integer' ? 'numeric' : 'decimal'} />
    case 'email':
      return <TextField {...shared} type="email" maxLength={254} />
    case 'address':
      return <TextField {...shared} type="url" maxLength={20_000} />
    case 'time_zone':
      return (
        <>
          <TextField {...shared} list={zonesId} />
          <datalist id={zonesId}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )
    default:
      return value.length > 80 || value.includes('\n') ? <AreaField {...shared} maxLength={20_000} /> : <TextField {...shared} maxLength={20_000} />
  }
}
