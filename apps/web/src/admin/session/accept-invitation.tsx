import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { manage } from '../call.ts'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'
import { useNewPassword } from './new-password.tsx'

interface AcceptInvitationProps {
  code: string
  onSignedIn: (credential: string) => void
  /**
   * Called when the operator has set the password but must still enter the code of the authenticator app to sign in.
   */
  onSet: () => void
}

/** Form in which an invited operator sets the first password of the account and signs in with it. */
export default function AcceptInvitation({ code, onSignedIn, onSet }: AcceptInvitationProps) {
  const { t } = useWords()
  const messages = useMessages()
  const { password, isReady, fields } = useNewPassword()
  const setting = useMutation({
    mutationFn: () => manage<{ auth: string | null }>('POST', '/invitations', { body: { code, password }, asksNoSignIn: true }),
    onSuccess: ({ auth }) => (auth === null ? onSet() : onSignedIn(auth)),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isReady && !setting.isPending) setting.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="modal-form">
      <p>{t('invitation_text')}</p>
      <div role="alert" className="modal-alert">
        {setting.error && <p className="notice notice-danger">{messages(setting.error).join(' ')}</p>}
      </div>
      {fields}
      <div className="dialog-actions">
        <Button type="submit" weight="primary" disabled={!isReady || setting.isPending}>
          {t('invitation_accept')}
        </Button>
      </div>
    </form>
  )
}
