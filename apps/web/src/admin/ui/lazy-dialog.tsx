import type { ComponentType, ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { Dialog } from './dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

/**
 * Returns a component that fetches the code of a dialog when the dialog first opens. If the code cannot be fetched, a
 * dialog shows the error.
 */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return lazyPart(load, { frame: (failure, { onClose }) => <FailedDialog onClose={onClose}>{failure}</FailedDialog> })
}

function FailedDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog title={t('part_failed_title')} onDismiss={onClose} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      {children}
    </Dialog>
  )
}
