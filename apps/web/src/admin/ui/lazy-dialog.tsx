import type { ComponentType, ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { Dialog } from './dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

/**
 * Returns a component that loads the code of a dialog when the dialog is opened for the first time. If the code cannot
 * be loaded, an error dialog opens instead.
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
