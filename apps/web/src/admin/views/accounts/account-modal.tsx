import { PASSWORD_MIN_LENGTH, passwordFaults, type ShownAccount } from '@sportello/contract'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField, CheckField, TextField } from '../../ui/field.tsx'
import type { Meanwhile } from '../../ui/meanwhile.tsx'
import { WordedError } from '../../ui/worded-error.ts'
import { useWords } from '../../words.tsx'
import { knownLines, knownOf, unreadableLines } from './known-text.ts'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'

export type AccountTask = { mode: 'add' } | { mode: 'edit' | 'delete'; account: ShownAccount }

/** An account of a form: who may log in, and what the form then knows of them. */
export function AccountModal({ form, task, onClose }: { form: PeopleForm; task: AccountTask; onClose: () => void }) {
  const { t, issue } = useWords()
  const refresh = useRefreshPeople()
  const { mode } = task
  const known = mode === 'add' ? undefined : task.account
  const [first] = useState({
    username: known?.username ?? '',
    email: known?.email ?? '',
    known: knownLines(known?.metadata ?? {}).join('\n'),
    disabled: known?.disabled ?? false,
  })
  const [draft, setDraft] = useState(first)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [version, setVersion] = useState(known?.version ?? '')
  const set = <K extends keyof typeof draft>(key: K) => ({
    value: draft[key],
    onChange: (value: (typeof draft)[K]) => setDraft((before) => ({ ...before, [key]: value })),
  })
  const [weakness] = password === '' ? [] : passwordFaults(password)
  const at = belowForm(form, 'accounts', ...(known ? [known.id] : []))

  const unreadable = unreadableLines(draft.known).join(', ')

  async function save(): Promise<void> {
    setTried(true)
    if (mode !== 'delete' && unreadable !== '') throw new WordedError('known_unreadable', { params: [unreadable] })
    const { username, email, disabled } = draft
    const metadata = knownOf(draft.known, known?.metadata ?? {})
    const body = { username, email: email.trim() || null, metadata, disabled, ...(password !== '' && { password }) }
    if (mode === 'delete') await manage('DELETE', at, { version })
    else await manage(mode === 'add' ? 'POST' : 'PUT', at, { body, ...(mode === 'edit' && { version }) })
    await refresh('accounts')
  }
  async function reload(): Promise<Meanwhile> {
    const found = await manage<{ items: ShownAccount[] }>('GET', belowForm(form, 'accounts'), { query: { name: known?.username ?? '' } })
    const now = found.items.find(({ id }) => id === known?.id)
    setVersion(now?.version ?? '')
    return { subject: known?.username ?? '', before: known, now }
  }

  return (
    <EditModal
      title={t(`account_${mode}`)}
      changed={mode !== 'delete' && (password !== '' || JSON.stringify(draft) !== JSON.stringify(first))}
      disabled={mode !== 'delete' && (draft.username.trim() === '' || weakness !== undefined)}
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
        <TextField label={t('username')} name="username" required maxLength={256} {...set('username')} />
        <TextField label={t('operator_email')} name="email" type="email" maxLength={320} {...set('email')} />
      </div>
      {mode !== 'delete' && (
        <>
          <AreaField
            label={t('account_known')}
            name="metadata"
            hint={t('account_known_hint')}
            fault={tried && unreadable !== '' ? t('known_unreadable', unreadable) : undefined}
            {...set('known')}
          />
          <TextField
            label={t(mode === 'add' ? 'password' : 'operator_new_password')}
            name="password"
            type="password"
            autoComplete="new-password"
            hint={t(mode === 'add' ? 'account_password_hint' : 'operator_new_password_hint')}
            fault={weakness && issue(weakness, String(PASSWORD_MIN_LENGTH))}
            value={password}
            onChange={setPassword}
          />
          <CheckField label={t('account_disable')} name="disabled" hint={t('account_disable_hint')} isSwitch {...set('disabled')} />
        </>
      )}
    </EditModal>
  )
}
