import type { ConfirmModal } from '@sportello/fields'
import { TenantHtml } from '@sportello/fields/react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/** Dialog with the author's text in which the visitor must confirm before the browser submits the request. */
export function ConfirmSend({ modal, onCancel, onConfirm }: { modal: ConfirmModal; onCancel: () => void; onConfirm: () => void }) {
  const { t } = useWords()
  return (
    <Dialog
      title={modal.title}
      size="medium"
      onDismiss={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{modal.cancel || t('annulla')}</Button>
          <Button weight="primary" onClick={onConfirm}>
            {modal.confirm || t('conferma')}
          </Button>
        </>
      }
    >
      <TenantHtml className="rich-text" html={modal.text} />
    </Dialog>
  )
}
