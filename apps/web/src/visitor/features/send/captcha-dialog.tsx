import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import type { Solved } from '../captcha/use-captcha.ts'

interface CaptchaDialogProps {
  /** Error message of the captcha dialog if the server rejected a solution; undefined if the server asked for a first solution. */
  fault: string | undefined
  check: ReactNode
  /**
   * The captcha solution: null until solved, either in this dialog or by the form's own captcha, which may still have been running when the server answered.
   */
  solved: Solved | null
  onSolved: (solved: Solved) => void
  onCancel: () => void
}

/**
 * Dialog with the captcha that the server requires after a submission (visitor specification, section 4: forms0013). The dialog submits the request again once
 * the captcha is solved.
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
