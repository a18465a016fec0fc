import type { ReactNode } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

interface CaptchaDialogProps {
  /** What the server says of the solution that it did not take; undefined where it only asks for one. */
  fault: string | undefined
  check: ReactNode
  onCancel: () => void
}

/** The captcha that the server asks for after the send (visitor specification, section 4: forms0013). Once it is solved the send goes on by itself. */
export function CaptchaDialog({ fault, check, onCancel }: CaptchaDialogProps) {
  const { t } = useWords()
  return (
    <Dialog title={t('captcha_titolo')} onDismiss={onCancel} actions={<Button onClick={onCancel}>{t('annulla')}</Button>}>
      {fault && (
        <p className="captcha-refused" role="alert">
          {fault}
        </p>
      )}
      <p>{t('captcha_testo')}</p>
      {check}
    </Dialog>
  )
}
