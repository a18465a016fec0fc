import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words.tsx'
import { useRequestParts } from './request-parts.tsx'

/** Dialog with one request of a visitor, and buttons for the actions that the request's state allows. */
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
