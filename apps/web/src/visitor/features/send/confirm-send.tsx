import type { ConfirmModal } from '@sportello/fields'
import { TenantHtml } from '@sportello/fields/react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/** Dialog with a text by the form's author. The browser submits the request only after the visitor has confirmed. */
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
