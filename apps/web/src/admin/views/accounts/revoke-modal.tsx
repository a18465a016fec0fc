import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { belowForm, type PeopleForm, type PeopleList, useRefreshPeople } from './people-calls.ts'

interface RevokeModalProps {
  form: PeopleForm
  what: PeopleList
  id: string
  title: string
  text: string
  /** Name of the account, token, link or credential, for the message that appears after it is revoked. */
  name: string
  onClose: () => void
}

/**
 * Modal in which an operator permanently revokes an account, token, link or credential. Its text names the person
 * concerned.
 */
export function RevokeModal({ form, what, id, title, text, name, onClose }: RevokeModalProps) {
  const { t } = useWords()
  const refresh = useRefreshPeople()
  async function revoke(): Promise<void> {
    await manage('DELETE', belowForm(form, what, id))
    await refresh(what)
  }
  return (
    <EditModal title={title} size="small" danger saveLabel={t('token_revoke')} save={revoke} done={t('saved', name)} onClose={onClose}>
      <p>{text}</p>
    </EditModal>
  )
}
