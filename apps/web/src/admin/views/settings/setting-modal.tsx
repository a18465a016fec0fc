import type { ListedSetting } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'

/** Administrator specification, section 4: the mode decides what saving does. */
export type SettingTask = { mode: 'add'; code?: string } | { mode: 'edit' | 'duplicate' | 'delete'; setting: ListedSetting }

export function SettingModal({ task, onClose }: { task: SettingTask; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.setting
  const [code, setCode] = useState(mode === 'add' ? (task.code ?? '') : task.setting.code)
  const [value, setValue] = useState(known?.value ?? '')
  const [version, setVersion] = useState(known?.version ?? '')
  const at = `/settings/systems/${encodeURIComponent(known?.code ?? '')}`

  async function save(): Promise<void> {
    if (mode === 'delete') await manage('DELETE', at, { version })
    else if (mode === 'edit') await manage('PUT', at, { body: { code, value }, version })
    else await manage('POST', '/settings/systems', { body: { code, value } })
    await queries.invalidateQueries({ queryKey: ['settings'] })
  }
  async function reload(): Promise<void> {
    await queries.refetchQueries({ queryKey: ['settings'] }, { throwOnError: true })
    const now = queries.getQueryData<ListedSetting[]>(['settings'])?.find((each) => each.code === known?.code)
    setVersion(now?.version ?? '')
  }

  return (
    <EditModal
      title={t(`setting_${mode}`)}
      changed={mode !== 'delete' && (code !== (known?.code ?? '') || value !== (known?.value ?? ''))}
      disabled={mode !== 'delete' && (code.trim() === '' || value === '')}
      frozen={mode === 'delete'}
      danger={mode === 'delete'}
      {...(mode === 'delete' && { saveLabel: t('delete') })}
      save={save}
      done={t(mode === 'delete' ? 'deleted' : 'saved', code)}
      reload={reload}
      onClose={onClose}
    >
      {mode === 'delete' && <p>{t('setting_delete_text', code)}</p>}
      <TextField label={t('setting_code')} name="code" value={code} onChange={setCode} required readOnly={mode === 'edit'} maxLength={128} />
      <TextField label={t('setting_value')} name="value" value={value} onChange={setValue} required maxLength={20_000} />
    </EditModal>
  )
}
