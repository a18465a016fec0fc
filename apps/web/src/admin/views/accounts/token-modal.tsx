import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import type { Made } from './made-dialog.tsx'
import { belowForm, type PeopleForm, useRefreshPeople } from './people-calls.ts'

/** What a form's token logins ask for. */
export interface AskedField {
  code: string
  label: string
  input_type: string
  required: boolean
}

interface TokenModalProps {
  form: PeopleForm
  /** What the form's token logins ask for. */
  asked: readonly AskedField[]
  onMade: (made: Made) => void
  onClose: () => void
}

/** New tokens: one with what is known of its bearer, or some of which nothing is. */
export function TokenModal({ form, asked, onMade, onClose }: TokenModalProps) {
  const { t, language } = useWords()
  const refresh = useRefreshPeople()
  const [known, setKnown] = useState<Record<string, string>>({})
  const [count, setCount] = useState('1')
  const [singleUse, setSingleUse] = useState(false)
  const field = (code: string) => ({ value: known[code] ?? '', onChange: (value: string) => setKnown((before) => ({ ...before, [code]: value })) })
  const isCount = /^[1-9]\d{0,2}$|^1000$/.test(count)

  async function make(): Promise<void> {
    const person = Object.fromEntries(Object.entries(known).filter(([, value]) => value.trim() !== ''))
    const people = Array.from({ length: asked.length > 0 ? 1 : Number(count) }, () => person)
    const made = await manage<{ id: string; token: string }[]>('POST', belowForm(form, 'tokens'), { body: { people, single_use: singleUse } })
    await refresh('tokens')
    const columns = [...Object.keys(person), 'token']
    const title = t('token_made', made.length.toLocaleString(language))
    onMade({ title, columns, rows: made.map(({ token }) => [...Object.values(person), token]), file: `token-${form.code_form}.csv` })
  }

  return (
    <EditModal
      title={t('token_make')}
      changed={Object.values(known).some((value) => value !== '')}
      disabled={asked.length === 0 && !isCount}
      saveLabel={t('token_make')}
      save={make}
      done={t('token_made', asked.length > 0 ? '1' : count)}
      onClose={onClose}
    >
      {asked.length === 0 && <TextField label={t('token_count')} name="count" inputMode="numeric" required value={count} onChange={setCount} />}
      {asked.map(({ code, label, input_type, required }) => (
        <TextField
          key={code}
          label={label || code}
          name={`people.0.${code}`}
          required={required}
          {...(input_type === 'date' ? { type: 'date' } : { maxLength: 256 })}
          {...field(code)}
        />
      ))}
      <TextField label={t('operator_email')} name="people.0.email" type="email" maxLength={320} {...field('email')} />
      <CheckField label={t('token_single_use')} name="single_use" hint={t('token_single_use_hint')} value={singleUse} onChange={setSingleUse} />
    </EditModal>
  )
}
