import type { ErasedData, PersonalData } from '@sportello/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { TextField } from '../../ui/field.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'

const PARTS = ['requests', 'mails', 'accounts', 'tokens', 'sessions'] as const

/** Person whose data the owner searches for, identified by e-mail address or by tax code. */
type Person = { email: string } | { tax_code: string }

/** Modal in which an owner views, exports or erases all stored data about one person. */
export default function PersonModal({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const may = usePermissions()
  const messages = useMessages()
  const [email, setEmail] = useState('')
  const [taxCode, setTaxCode] = useState('')
  const [erases, setErases] = useState(false)
  const person: Person | null = email.trim() ? { email: email.trim() } : taxCode.trim() ? { tax_code: taxCode.trim() } : null
  const search = useMutation({ mutationFn: (whose: Person) => manage<PersonalData>('POST', '/personal-data/search', { body: whose }) })
  const found = search.data
  const name = email.trim() || taxCode.trim().toUpperCase()
  const isEmpty = found && PARTS.every((part) => found[part].length === 0)

  const change = (set: (value: string) => void, clear: (value: string) => void) => (value: string) => {
    set(value)
    if (value.trim()) clear('')
    search.reset()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (person && !search.isPending) search.mutate(person)
  }
  return (
    <Dialog title={t('person_title')} onDismiss={onClose} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      <form onSubmit={submit} noValidate className="modal-form">
        <p>{t('person_text')}</p>
        <TextField label={t('request_email')} name="email" type="email" value={email} onChange={change(setEmail, setTaxCode)} maxLength={254} />
        <TextField
          label={t('person_tax_code')}
          name="tax_code"
          value={taxCode}
          onChange={change(setTaxCode, setEmail)}
          maxLength={16}
          hint={t('person_tax_code_hint')}
        />
        <div role="alert">
          {search.error &&
            messages(search.error).map((message) => (
              <p key={message} className="fault">
                {message}
              </p>
            ))}
        </div>
        <div className="dialog-actions">
          <Button type="submit" weight="primary" disabled={!person || search.isPending}>
            {t('person_search')}
          </Button>
        </div>
      </form>
      <div role="status">
        {isEmpty && <p>{t('person_nothing')}</p>}
        {found && !isEmpty && (
          <ul>
            {PARTS.map((part) => (
              <li key={part}>{t(`person_${part}`, String(found[part].length))}</li>
            ))}
          </ul>
        )}
      </div>
      {found && !isEmpty && (
        <div className="dialog-actions">
          <Button onClick={() => save(found)}>{t('person_download')}</Button>
          {may.is('owner') && <Button onClick={() => setErases(true)}>{t('person_erase')}</Button>}
        </div>
      )}
      {erases && person && <Erasure person={person} name={name} onDone={search.reset} onClose={() => setErases(false)} />}
    </Dialog>
  )
}

/**
 * Modal in which the operator erases the data about a person. The operator must type the person's e-mail address or tax
 * code as confirmation, because the erasure cannot be undone.
 */
function Erasure({ person, name, onDone, onClose }: { person: Person; name: string; onDone: () => void; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const draft = useEditForm({ confirm: '' }, ({ confirm }) => ({ confirm: confirm.trim().toLowerCase() === name.toLowerCase() ? undefined : '' }))
  async function erase(): Promise<void> {
    await manage<ErasedData>('POST', '/personal-data/erase', { body: person })
    onDone()
    await queries.invalidateQueries()
  }
  return (
    <EditModal
      title={t('person_erase')}
      saveLabel={t('person_erase')}
      danger
      form={draft}
      changed={false}
      save={erase}
      done={t('person_erased', name)}
      onClose={onClose}
    >
      <p>{t('person_erase_text', name)}</p>
      <TextInput label={t('person_erase_confirm', name)} name="confirm" required maxLength={254} />
    </EditModal>
  )
}

function save(data: PersonalData): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `sportello-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
