import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import type { Solved } from '../captcha/use-captcha.ts'

interface CaptchaDialogProps {
  /** What the server says of the solution that it did not take; undefined where it only asks for one. */
  fault: string | undefined
  check: ReactNode
  /** Null until it is solved: in this dialog, or by the form's own captcha, which may have been at work when the server refused. */
  solved: Solved | null
  onSolved: (solved: Solved) => void
  onCancel: () => void
}

/** The captcha that the server asks for after the send (visitor specification, section 4: forms0013). Once it is solved the send goes on by itself. */
export function CaptchaDialog({ fault, check, solved, onSolved, onCancel }: CaptchaDialogProps) {
  const { t } = useWords()
  const goOn = useEffectEvent(onSolved)
  useEffect(() => {
    if (solved) goOn(solved)
  }, [solved])
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
