import { useEffect, useState } from 'react'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { DownloadReceipt } from '../features/send/download-receipt.tsx'
import { useCustomer } from '../use-customer.ts'
import { ContactLinks } from './contact-links.tsx'
import { HomeLink } from './home-link.tsx'

/**
 * Page that the link in a success mail opens. It names the form, offers the receipt of the request as a PDF, and says where
 * to see or ask how far the request is.
 */
export function ReceiptLinkPage({ linkKey }: { linkKey: string }) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const [sentAt, setSentAt] = useState<Date | null>(null)
  // Only the browser knows the visitor's time zone.
  useEffect(() => setSentAt(momentIn(linkKey)), [linkKey])
  return (
    <section className="card sent" aria-labelledby="receipt-title">
      <div className="sent-head">
        <Icon name="mail" />
        <h1 id="receipt-title">{t('ricevuta')}</h1>
      </div>
      <p>
        <strong>{config.form_title}</strong>
        {sentAt !== null && (
          <>
            <br />
            {t('inviata_il')} {new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(sentAt)}
          </>
        )}
      </p>
      <p>{t('ricevuta_testo')}</p>
      <DownloadReceipt by={{ linkKey }} name={t('ricevuta')} weight="primary" failure="ricevuta_scaduta" />
      {config.follow_up === 'link' && <p>{t('ricevuta_segui_mail')}</p>}
      {config.follow_up === 'codes' && (
        <p>
          <a href={paths.followUp(config.form_code, language)}>{t('ricevuta_segui')}</a>
        </p>
      )}
      <ContactLinks text={t('ricevuta_domande')} />
      <p className="ways-on">
        <HomeLink customer={config.form_code} />
      </p>
    </section>
  )
}

/** Returns when the request of a key was sent: the key begins with the request's id, a UUID of version 7, which begins with the time. */
function momentIn(linkKey: string): Date | null {
  const [, high = '', low = ''] = /^([\da-f]{8})-([\da-f]{4})-7/.exec(linkKey) ?? []
  return high === '' ? null : new Date(Number.parseInt(high + low, 16))
}
