import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import type { Solved } from '../captcha/use-captcha.ts'

interface CaptchaDialogProps {
  /**
   * Error message if the server has rejected a captcha solution; undefined if the server requires a captcha for the
   * first time.
   */
  fault: string | undefined
  check: ReactNode
  /**
   * The captcha's solution; null until the captcha is solved. It may come from this dialog or from the captcha in the
   * form, which may still have been running when the server responded.
   */
  solved: Solved | null
  onSolved: (solved: Solved) => void
  onCancel: () => void
}

/**
 * Dialog with a captcha, which the server can require after a submission (visitor specification, section 4: forms0013).
 * When the visitor has solved the captcha, the dialog submits the request again.
 */
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
