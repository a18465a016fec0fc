import { useMemo, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'

interface ReceiptActionsProps {
  /** Idempotency key of the submission; undefined if there is no PDF. */
  receiptKey: string | undefined
  /** Name of the PDF without its ending; null if the request opens no ticket. */
  name: string | null
}

/** Buttons with which the visitor keeps the receipt: download as a PDF, and print. */
export function ReceiptActions({ receiptKey, name }: ReceiptActionsProps) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [phase, setPhase] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function download(key: string): Promise<void> {
    if (phase === 'busy') return
    setPhase('busy')
    try {
      saveAs(await api.getReceipt(config.form_code, key), `${name ?? t('ricevuta')}.pdf`)
      setPhase('idle')
    } catch {
      setPhase('failed')
    }
  }

  return (
    <div className="receipt-actions">
      {receiptKey !== undefined && (
        <Button aria-disabled={phase === 'busy'} onClick={() => void download(receiptKey)}>
          {t('scarica_pdf')}
        </Button>
      )}
      <Button weight="quiet" onClick={() => window.print()}>
        {t('stampa')}
      </Button>
      <p role="status">{phase === 'failed' && t('pdf_non_riuscito')}</p>
    </div>
  )
}

/** Milliseconds after which the memory of a downloaded file is freed. Browsers start the download earlier. */
const FREE_AFTER_MS = 60_000

function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), FREE_AFTER_MS)
}
