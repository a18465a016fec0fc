import { useWords } from '../../shared/phrase.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { DownloadReceipt } from '../features/send/download-receipt.tsx'
import { useCustomer } from '../use-customer.ts'
import { HomeLink } from './home-link.tsx'

/** Page that the link in a success mail opens. It offers the receipt of the request as a PDF. */
export function ReceiptLinkPage({ linkKey }: { linkKey: string }) {
  const { config } = useCustomer()
  const { t } = useWords()
  return (
    <section className="card sent" aria-labelledby="receipt-title">
      <div className="sent-head">
        <Icon name="mail" />
        <h1 id="receipt-title">{t('ricevuta')}</h1>
      </div>
      <p>{t('ricevuta_testo')}</p>
      <DownloadReceipt by={{ linkKey }} name={t('ricevuta')} weight="primary" failure="ricevuta_scaduta" />
      <p className="ways-on">
        <HomeLink customer={config.form_code} />
      </p>
    </section>
  )
}
