import type { VisitorPhrases } from '@sportello/phrases'
import { type ComponentProps, useMemo, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { saveAs } from '../../../shared/save-as.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'

interface DownloadReceiptProps {
  /** The key that authorises the download: that of a mailed link, or that of the submission in this browser. */
  by: { linkKey: string } | { idempotencyKey: string }
  /** Name of the PDF without its ending. */
  name: string
  weight?: ComponentProps<typeof Button>['weight']
  /** Phrase that is shown if the server rejects the key. */
  failure: keyof VisitorPhrases
}

/** Button that downloads the receipt of a request as a PDF. */
export function DownloadReceipt({ by, name, weight, failure }: DownloadReceiptProps) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [phase, setPhase] = useState<'idle' | 'busy' | 'rejected' | 'failed'>('idle')

  async function download(): Promise<void> {
    if (phase === 'busy') return
    setPhase('busy')
    try {
      saveAs(await api.getReceipt(config.form_code, by), `${name}.pdf`)
      setPhase('idle')
    } catch (error) {
      setPhase(error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429 ? 'rejected' : 'failed')
    }
  }

  return (
    <>
      <Button {...(weight && { weight })} aria-disabled={phase === 'busy'} onClick={() => void download()}>
        {t('scarica_pdf')}
      </Button>
      <p role="status">{phase === 'rejected' ? t(failure) : phase === 'failed' && t('pdf_non_riuscito')}</p>
    </>
  )
}
