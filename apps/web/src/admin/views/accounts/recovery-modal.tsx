import type { ShownAccount } from '@sportello/contract'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { belowForm, type PeopleForm } from './people-calls.ts'

interface RecoveryModalProps {
  form: PeopleForm
  account: ShownAccount
  onLink: (url: string) => void
  onClose: () => void
}

/** A link by which an account's owner sets a password: mailed, or handed over. */
export function RecoveryModal({ form, account: { id, username, email }, onLink, onClose }: RecoveryModalProps) {
  const { t } = useWords()
  const [by, setBy] = useState(email === null ? 'link' : 'mail')

  async function make(): Promise<void> {
    const { url } = await manage<{ url: string | null }>('POST', belowForm(form, 'accounts', id, 'recovery'), { body: { by } })
    if (url !== null) onLink(url)
  }
  return (
    <EditModal
      title={t('account_link_title')}
      size="small"
      saveLabel={t('account_link_make')}
      save={make}
      done={by === 'mail' ? t('account_link_sent', email ?? '') : t('account_link_made')}
      onClose={onClose}
    >
      <p>{t('account_link_text', username)}</p>
      <SelectField
        label={t('account_link_by')}
        name="by"
        choices={[...(email === null ? [] : [{ value: 'mail', label: t('account_link_mail', email) }]), { value: 'link', label: t('account_link_hand') }]}
        value={by}
        onChange={setBy}
      />
    </EditModal>
  )
}
