import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { DownloadReceipt } from './download-receipt.tsx'

interface ReceiptActionsProps {
  /** Idempotency key of the submission; undefined if there is no PDF. */
  receiptKey: string | undefined
  /** Name of the PDF without its ending; null if the request opens no ticket. */
  name: string | null
}

/** Buttons with which the visitor keeps the receipt: print, and download as a PDF. */
export function ReceiptActions({ receiptKey, name }: ReceiptActionsProps) {
  const { t } = useWords()
  return (
    <div className="receipt-actions">
      <Button weight="quiet" onClick={() => window.print()}>
        {t('stampa')}
      </Button>
      {receiptKey !== undefined && <DownloadReceipt by={{ idempotencyKey: receiptKey }} name={name ?? t('ricevuta')} failure="pdf_non_riuscito" />}
    </div>
  )
}
