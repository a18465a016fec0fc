import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/** Delay in milliseconds before the progress dialog appears, so that it does not flash up during a fast submission. */
const SHOW_AFTER_MS = 300

/** Dialog that shows the progress of a submission, with a cancel button. */
export function SendingDialog({ part, withFiles, onCancel }: { part: number; withFiles: boolean; onCancel: () => void }) {
  const { t } = useWords()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  const percent = Math.round(part * 100)
  return (
    <Dialog title={t('invio_in_corso')} onDismiss={onCancel} actions={<Button onClick={onCancel}>{t('annulla_invio')}</Button>}>
      <progress className="progress" aria-label={t('invio_in_corso')} {...(withFiles && percent < 100 ? { value: percent, max: 100 } : {})} />
      {withFiles && <p role="status">{t('avanzamento_invio', String(percent))}</p>}
    </Dialog>
  )
}
