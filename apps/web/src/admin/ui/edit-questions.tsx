import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { Dialog } from './dialog.tsx'

/** Dialog that asks the operator whether to discard unsaved changes. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useWords()
  const stay = useRef<HTMLButtonElement>(null)
  // Focuses the button that keeps the changes. An operator who presses Enter by accident then loses no input.
  useEffect(() => stay.current?.focus(), [])
  const actions = (
    <>
      <Button onClick={onLeave}>{t('leave_without_saving')}</Button>
      <Button weight="primary" ref={stay} onClick={onStay}>
        {t('keep_editing')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('unsaved_title')} onDismiss={onStay} actions={actions}>
      <p>{t('unsaved_text')}</p>
    </Dialog>
  )
}

/**
 * Dialog that asks the operator to confirm saving, because saving deletes or closes something; `lines` describes the
 * effects.
 */
export function ImpactQuestion({
  title,
  lines,
  onCancel,
  onConfirm,
}: {
  title: string
  lines: readonly string[]
  onCancel: () => void
  onConfirm: () => void
}) {
  const { t } = useWords()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const actions = (
    <>
      <Button ref={cancel} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button weight="primary" className="button-danger" onClick={onConfirm}>
        {t('confirm_anyway')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onDismiss={onCancel} actions={actions}>
      <div className="notice notice-danger">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Dialog>
  )
}
