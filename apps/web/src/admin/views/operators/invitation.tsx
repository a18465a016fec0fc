import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { useWords } from '../../words.tsx'
import { OneTimeSecretsDialog } from '../accounts/one-time-secrets-dialog.tsx'

/** Invitation link with which an operator sets the first password of the account. The link can be used once. */
export interface Invitation {
  username: string
  url: string
  expires_at: string
}

/**
 * Creates an invitation for an operator.
 * @throws CallError
 */
export async function inviteOperator(username: string): Promise<Invitation> {
  const made = await manage<Omit<Invitation, 'username'>>('POST', `/operators/${encodeURIComponent(username)}/invitation`)
  return { username, ...made }
}

/**
 * Modal that asks for confirmation before a new invitation link is created. The new link makes the previous one
 * invalid.
 */
export function InviteModal({ username, onInvited, onClose }: { username: string; onInvited: (invitation: Invitation) => void; onClose: () => void }) {
  const { t } = useWords()
  return (
    <EditModal
      title={t('operator_invite')}
      size="small"
      saveLabel={t('operator_invite')}
      save={async () => onInvited(await inviteOperator(username))}
      done={null}
      onClose={onClose}
    >
      <p>{t('operator_invite_text', username)}</p>
    </EditModal>
  )
}

/**
 * Dialog that shows an invitation link, so that the operator can pass it on to the invited person. The link is shown
 * only once.
 */
export function InvitationDialog({ invitation: { username, url, expires_at }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const title = t('operator_invited', username)
  const columns = [t('username'), t('operator_invite_until'), t('operator_invite_link')]
  return (
    <OneTimeSecretsDialog
      title={title}
      columns={columns}
      rows={[[username, formatDateTime(expires_at), url]]}
      file={`invito-${username}.csv`}
      onClose={onClose}
    />
  )
}
