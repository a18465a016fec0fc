import { checkEmailPair } from '@sportello/contract'
import { isEmailAddress } from '@sportello/fields'
import { type ClipboardEvent, type DragEvent, type FormEvent, type ReactNode, useId, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

interface EmailDialogProps {
  initial: string
  /**
   * The captcha of the access mode FREE_CAPTCHA, and whether the visitor has solved it. In this mode the server does
   * not mail a confirmation link.
   */
  captcha?: { check: ReactNode; solved: boolean } | undefined
  onCancel: () => void
  onSend: (email: string) => void
}

/**
 * Dialog in which the visitor types the e-mail address twice. The submit button is enabled when both addresses are
 * valid and equal and the captcha, if any, is solved. With a captcha, no mailed link verifies the address, so both
 * inputs reject pasted text (visitor specification, section 5).
 */
export function EmailDialog({ initial, captcha, onCancel, onSend }: EmailDialogProps) {
  const { t, issue } = useWords()
  const formId = useId()
  const [email, setEmail] = useState(initial)
  // After a failed submission both inputs contain the address again, because it was valid and typed twice.
  const [confirmed, setConfirmed] = useState(initial)
  const [left, setLeft] = useState({ email: false, confirmed: false })
  const [pasted, setPasted] = useState(false)
  const wrongEmail = email.trim() !== '' && !isEmailAddress(email.trim())
  const different = confirmed.trim() !== '' && email.trim() !== confirmed.trim()

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (captcha && !captcha.solved) return
    if (checkEmailPair(email, confirmed) === null) onSend(email.trim())
    else setLeft({ email: true, confirmed: true })
  }

  return (
    <Dialog
      title={t('email_titolo')}
      onDismiss={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('annulla')}</Button>
          <Button weight="primary" type="submit" form={formId} disabled={checkEmailPair(email, confirmed) !== null || captcha?.solved === false}>
            {t('invia')}
          </Button>
        </>
      }
    >
      <p>{t(captcha ? 'email_testo_subito' : 'email_testo')}</p>
      <form id={formId} onSubmit={submit} noValidate>
        <AddressField
          label={t('email')}
          value={email}
          onChange={setEmail}
          onLeave={() => setLeft((now) => ({ ...now, email: true }))}
          message={left.email && wrongEmail ? issue({ code: 'indirizzo_non_valido', params: [] }) : undefined}
        />
        <AddressField
          label={t('conferma_email')}
          value={confirmed}
          onChange={setConfirmed}
          onLeave={() => setLeft((now) => ({ ...now, confirmed: true }))}
          message={left.confirmed && different ? issue({ code: 'indirizzi_diversi', params: [] }) : undefined}
          hint={pasted ? t('email_non_incollare') : ''}
          onInsert={
            captcha &&
            ((event) => {
              event.preventDefault()
              setPasted(true)
            })
          }
        />
        {captcha?.check}
      </form>
    </Dialog>
  )
}

interface AddressFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  message: string | undefined
  hint?: string
  /** Called when text is inserted into an e-mail input by paste or drag and drop. */
  onInsert?: ((event: ClipboardEvent | DragEvent) => void) | undefined
}

/** Field for an e-mail address, with its error. */
export function AddressField({ label, value, onChange, onLeave, message, hint, onInsert }: AddressFieldProps) {
  const id = useId()
  return (
    <div className={message ? 'field field-invalid' : 'field'}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        <span className="required-mark" aria-hidden="true">
          *
        </span>
      </div>
      <input
        id={id}
        className="control"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message ? `${id}-error` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        onPaste={onInsert}
        onDrop={onInsert}
      />
      {hint !== undefined && (
        <p className="field-hint" role="status">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" role="alert">
        {message}
      </p>
    </div>
  )
}
