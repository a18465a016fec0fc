import { useId, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

interface IdentityDialogProps {
  /** The visitor's known e-mail addresses from the session; at least one. */
  emails: readonly string[]
  onCancel: () => void
  onSend: (email: string) => void
}

/**
 * Dialog in which a signed-in visitor confirms the known e-mail address, or selects one if several are known (visitor
 * specification, section 2: the SSO confirmation).
 */
export function IdentityDialog({ emails, onCancel, onSend }: IdentityDialogProps) {
  const { t } = useWords()
  const name = useId()
  const [chosen, setChosen] = useState(emails[0] ?? '')
  return (
    <Dialog
      title={t('conferma_invio_titolo')}
      onDismiss={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('annulla')}</Button>
          <Button weight="primary" onClick={() => onSend(chosen)}>
            {t('invia')}
          </Button>
        </>
      }
    >
      <p>{t('conferma_invio_testo')}</p>
      {emails.length === 1 ? (
        <p className="identity">{chosen}</p>
      ) : (
        <fieldset className="choices" aria-label={t('email')}>
          {emails.map((email) => (
            <label key={email} className="choice">
              <input className="tick" type="radio" name={name} checked={email === chosen} onChange={() => setChosen(email)} />
              <span>{email}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}
