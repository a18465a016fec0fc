import type { ShownAccount } from '@sportello/contract'
import { manage } from '../../call.ts'
import { SelectInput, useEditForm } from '../../ui/edit-form.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { belowForm, type PeopleForm } from './people-calls.ts'

interface RecoveryModalProps {
  form: PeopleForm
  account: ShownAccount
  onLink: (url: string) => void
  onClose: () => void
}

/**
 * Modal that creates a recovery link for an account. The owner of the account sets a new password with it. Either the
 * server sends the link by mail, or the operator passes it on.
 */
export function RecoveryModal({ form, account: { id, username, email }, onLink, onClose }: RecoveryModalProps) {
  const { t } = useWords()
  const draft = useEditForm({ by: email === null ? 'link' : 'mail' })
  const by = draft.watch('by')

  async function make(): Promise<void> {
    const { url } = await manage<{ url: string | null }>('POST', belowForm(form, 'accounts', id, 'recovery'), { body: { by } })
    if (url !== null) onLink(url)
  }
  return (
    <EditModal
      title={t('account_link_title')}
      size="small"
      form={draft}
      changed={false}
      saveLabel={t('account_link_make')}
      save={make}
      done={by === 'mail' ? t('account_link_sent', email ?? '') : t('account_link_made')}
      onClose={onClose}
    >
      <p>{t('account_link_text', username)}</p>
      <SelectInput
        label={t('account_link_by')}
        name="by"
        choices={[...(email === null ? [] : [{ value: 'mail', label: t('account_link_mail', email) }]), { value: 'link', label: t('account_link_hand') }]}
      />
    </EditModal>
  )
}
