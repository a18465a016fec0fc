import { PASSWORD_MIN_LENGTH, passwordFaults, type ShownAccount } from '@sportello/contract'
import { useState } from 'react'
import { manage } from '../../call.ts'
import type { ConcurrentChange } from '../../ui/concurrent-change.tsx'
import { AreaInput, CheckInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { WordedError } from '../../ui/worded-error.ts'
import { useWords } from '../../words.tsx'
import { knownLines, knownOf, unreadableLines } from './known-text.ts'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'

export type AccountTask = { mode: 'add' } | { mode: 'edit' | 'delete'; account: ShownAccount }

/** Modal in which an operator adds, edits or deletes one account of a form. */
export function AccountModal({ form: of, task, onClose }: { form: PeopleForm; task: AccountTask; onClose: () => void }) {
  const { t, issue } = useWords()
  const refresh = useRefreshPeople()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.account
  const [first] = useState({
    username: known?.username ?? '',
    email: known?.email ?? '',
    metadata: knownLines(known?.metadata ?? {}).join('\n'),
    disabled: known?.disabled ?? false,
    password: '',
  })
  const form = useEditForm(first, ({ username, password }) => ({ username: username.trim() === '' ? '' : undefined, password: weaknessOf(password) }))
  const draft = form.watch()
  const [version, setVersion] = useState(known?.version ?? '')
  function weaknessOf(password: string): string | undefined {
    const [weakness] = password === '' ? [] : passwordFaults(password)
    return weakness && issue(weakness, String(PASSWORD_MIN_LENGTH))
  }
  const at = belowForm(of, 'accounts', ...(known ? [known.id] : []))

  async function save(): Promise<void> {
    const { username, email, disabled, password } = draft
    const unreadable = unreadableLines(draft.metadata).join(', ')
    if (mode !== 'delete' && unreadable !== '') {
      form.setError('metadata', { type: 'server', message: t('known_unreadable', unreadable) })
      throw new WordedError('known_unreadable', { params: [unreadable] })
    }
    const metadata = knownOf(draft.metadata, known?.metadata ?? {})
    const body = { username, email: email.trim() || null, metadata, disabled, ...(password !== '' && { password }) }
    if (mode === 'delete') await manage('DELETE', at, { version })
    else await manage(mode === 'add' ? 'POST' : 'PUT', at, { body, ...(mode === 'edit' && { version }) })
    await refresh('accounts')
  }
  async function reload(): Promise<ConcurrentChange> {
    const found = await manage<{ items: ShownAccount[] }>('GET', belowForm(of, 'accounts'), { query: { name: known?.username ?? '' } })
    const now = found.items.find(({ id }) => id === known?.id)
    setVersion(now?.version ?? '')
    return { subject: known?.username ?? '', before: known, now }
  }

  return (
    <EditModal
      title={t(`account_${mode}`)}
      form={form}
      frozen={mode === 'delete'}
      danger={mode === 'delete'}
      {...(mode === 'delete' && { saveLabel: t('delete') })}
      save={save}
      done={t(mode === 'delete' ? 'deleted' : 'saved', draft.username)}
      reload={reload}
      onClose={onClose}
    >
      {mode === 'delete' && <p>{t('account_delete_text', draft.username)}</p>}
      <div className="field-pair">
        <TextInput label={t('username')} name="username" required maxLength={256} />
        <TextInput label={t('operator_email')} name="email" type="email" maxLength={320} />
      </div>
      {mode !== 'delete' && (
        <>
          <AreaInput label={t('account_known')} name="metadata" hint={t('account_known_hint')} />
          <TextInput
            label={t(mode === 'add' ? 'password' : 'operator_new_password')}
            name="password"
            type="password"
            autoComplete="new-password"
            hint={t(mode === 'add' ? 'account_password_hint' : 'operator_new_password_hint')}
          />
          <CheckInput label={t('account_disable')} name="disabled" hint={t('account_disable_hint')} isSwitch />
        </>
      )}
    </EditModal>
  )
}
