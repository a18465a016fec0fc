import { OPERATOR_ROLES, type OperatorRole, PASSWORD_MIN_LENGTH, passwordFaults, type ShownOperator } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../account.ts'
import { manage } from '../../call.ts'
import type { ConcurrentChange } from '../../ui/concurrent-change.tsx'
import { CheckInput, SelectInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { type Invitation, inviteOperator } from './invitation.tsx'
import { LanguagesField } from './languages-field.tsx'
import { ReachField } from './reach-field.tsx'

export type OperatorTask = { mode: 'add' } | { mode: 'edit' | 'delete'; operator: ShownOperator }

interface Draft {
  username: string
  name: string
  surname: string
  email: string
  role: OperatorRole
  customers: string[] | null
  languages: string[]
  disabled: boolean
  password: string
}

const NEW: Draft = { username: '', name: '', surname: '', email: '', role: 'operator', customers: null, languages: [], disabled: false, password: '' }

const draftOf = ({ username, name, surname, email, role, customers, languages, disabled }: ShownOperator): Draft => ({
  username,
  name,
  surname,
  email,
  role,
  customers,
  languages,
  disabled,
  password: '',
})

interface OperatorModalProps {
  task: OperatorTask
  /** Called with the invitation if the server has created a new operator without a password. */
  onInvited: (invitation: Invitation) => void
  onClose: () => void
}

export function OperatorModal({ task, onInvited, onClose }: OperatorModalProps) {
  const { t, issue } = useWords()
  const queries = useQueryClient()
  const account = useAccount()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.operator
  const [first] = useState(() => (known ? draftOf(known) : NEW))
  const form = useEditForm<Draft>(first, ({ username, password, role, languages }) => ({
    username: username.trim() === '' ? '' : undefined,
    password: weaknessOf(password),
    languages: role === 'translator' && languages.length === 0 ? '' : undefined,
  }))
  const draft = form.watch()
  const [version, setVersion] = useState(known?.version ?? '')
  const at = `/operators/${encodeURIComponent(known?.username ?? '')}`

  function weaknessOf(password: string): string | undefined {
    const [weakness] = password === '' ? [] : passwordFaults(password)
    return weakness && issue(weakness, String(PASSWORD_MIN_LENGTH))
  }
  async function save(): Promise<void> {
    const { password, ...rest } = draft
    const body = { ...rest, username: draft.username.trim(), ...(password !== '' && { password }) }
    if (mode === 'delete') await manage('DELETE', at, { version })
    else if (mode === 'edit') await manage('PUT', at, { body, version })
    else {
      await manage('POST', '/operators', { body })
      if (password === '' && !draft.disabled) onInvited(await inviteOperator(body.username))
    }
    await Promise.all([queries.invalidateQueries({ queryKey: ['operators'] }), queries.invalidateQueries({ queryKey: ['account'] })])
  }
  async function reload(): Promise<ConcurrentChange> {
    await queries.refetchQueries({ queryKey: ['operators'] }, { throwOnError: true })
    const now = queries.getQueryData<ShownOperator[]>(['operators'])?.find(({ username }) => username === known?.username)
    setVersion(now?.version ?? '')
    return { subject: known?.username ?? '', before: known, now }
  }

  return (
    <EditModal
      title={t(`operator_${mode}`)}
      form={form}
      frozen={mode === 'delete'}
      danger={mode === 'delete'}
      {...(mode === 'delete' && { saveLabel: t('delete') })}
      save={save}
      done={t(mode === 'delete' ? 'deleted' : 'saved', draft.username)}
      reload={reload}
      onClose={onClose}
    >
      {mode === 'delete' && <p>{t('operator_delete_text', draft.username)}</p>}
      {mode !== 'add' && known?.username === account?.username && <p className="notice notice-warning">{t('operator_yourself')}</p>}
      <TextInput label={t('username')} name="username" required readOnly={mode === 'edit'} maxLength={128} />
      <div className="field-pair">
        <TextInput label={t('operator_name')} name="name" maxLength={200} />
        <TextInput label={t('operator_surname')} name="surname" maxLength={200} />
      </div>
      <TextInput label={t('operator_email')} name="email" type="email" maxLength={200} />
      <SelectInput
        label={t('operator_role')}
        name="role"
        hint={t(`role_${draft.role}_hint`)}
        choices={OPERATOR_ROLES.map((value) => ({ value, label: t(`role_${value}`) }))}
      />
      {draft.role === 'translator' && (
        <LanguagesField value={draft.languages} onChange={(languages) => form.setValue('languages', languages, { shouldDirty: true, shouldValidate: true })} />
      )}
      <ReachField value={draft.customers} onChange={(customers) => form.setValue('customers', customers, { shouldDirty: true })} />
      {mode !== 'delete' && (
        <TextInput
          label={t(mode === 'add' ? 'password' : 'operator_new_password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t(mode === 'add' ? 'operator_password_hint' : 'operator_new_password_hint')}
        />
      )}
      <CheckInput label={t('operator_disable')} name="disabled" hint={t('operator_disable_hint')} isSwitch />
    </EditModal>
  )
}
