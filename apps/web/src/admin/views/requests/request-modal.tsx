import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words.tsx'
import { useRequestParts } from './request-parts.tsx'

/** Dialog that shows one visitor's request. Its buttons depend on the state of the request. */
export function RequestModal({ ticket, onClose }: { ticket: string; onClose: () => void }) {
  const { t } = useWords()
  const { contents, actions } = useRequestParts(ticket)
  return (
    <Dialog
      title={`${t('request_ticket')} ${ticket}`}
      size="large"
      onDismiss={onClose}
      actions={
        <>
          {actions}
          <Button weight="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {contents}
    </Dialog>
  )
}
