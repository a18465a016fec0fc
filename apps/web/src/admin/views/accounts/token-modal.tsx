import { useState } from 'react'
import { manage } from '../../call.ts'
import { CheckInput, TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import type { OneTimeSecrets } from './one-time-secrets-dialog.tsx'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'

/** A field of a form's token login. Visitors fill it in next to the token when they log in. */
export interface AskedField {
  code: string
  label: string
  input_type: string
  required: boolean
}

/** Matches the number of tokens to create, from 1 to 1,000. */
const COUNT = /^[1-9]\d{0,2}$|^1000$/

interface TokenModalProps {
  form: PeopleForm
  /** Fields that visitors must fill in, in addition to the token, when they log in to the form. */
  asked: readonly AskedField[]
  onMade: (made: OneTimeSecrets) => void
  onClose: () => void
}

/**
 * Modal that creates login tokens. If visitors must fill in further fields at login, the modal creates one token with
 * the values that the operator enters. Otherwise it creates up to 1,000 tokens at once.
 */
export function TokenModal({ form, asked, onMade, onClose }: TokenModalProps) {
  const { t, language } = useWords()
  const refresh = useRefreshPeople()
  const [first] = useState(() => ({
    people: [Object.fromEntries([...asked.map(({ code }) => code), 'email'].map((code) => [code, '']))],
    count: '1',
    single_use: false,
  }))
  const draft = useEditForm(first, (now) => ({ count: asked.length === 0 && !COUNT.test(now.count) ? '' : undefined }))
  const { people: drafted, count, single_use } = draft.watch()

  async function make(): Promise<void> {
    const person = Object.fromEntries(Object.entries(drafted[0] ?? {}).filter(([, value]) => value.trim() !== ''))
    const people = Array.from({ length: asked.length > 0 ? 1 : Number(count) }, () => person)
    const made = await manage<{ id: string; token: string }[]>('POST', belowForm(form, 'tokens'), { body: { people, single_use } })
    await refresh('tokens')
    const columns = [...Object.keys(person), 'token']
    const title = t('token_made', made.length.toLocaleString(language))
    onMade({ title, columns, rows: made.map(({ token }) => [...Object.values(person), token]), file: `token-${form.code_form}.csv` })
  }

  return (
    <EditModal
      title={t('token_make')}
      form={draft}
      saveLabel={t('token_make')}
      save={make}
      done={t('token_made', asked.length > 0 ? '1' : count)}
      onClose={onClose}
    >
      {asked.length === 0 && <TextInput label={t('token_count')} name="count" inputMode="numeric" required />}
      {asked.map(({ code, label, input_type, required }) => (
        <TextInput
          key={code}
          label={label || code}
          name={`people.0.${code}`}
          required={required}
          {...(input_type === 'date' ? { type: 'date' } : { maxLength: 256 })}
        />
      ))}
      <TextInput label={t('operator_email')} name="people.0.email" type="email" maxLength={320} />
      <CheckInput label={t('token_single_use')} name="single_use" hint={t('token_single_use_hint')} />
    </EditModal>
  )
}
