import { TenantHtml } from '@sportello/fields/react'
import { useWords } from '../../../shared/phrase.tsx'

interface CodesProps {
  /** Ticket code of the request; null if the request does not open a ticket. */
  ticket: string | null
  otp: string | null
  summaryHtml: string | null
  /** True if the summary of the answers has a heading. */
  titled?: boolean
}

/** Shows the ticket code, the one-time code and the summary of a request. */
export function Codes({ ticket, otp, summaryHtml, titled = true }: CodesProps) {
  const { t } = useWords()
  return (
    <div role="status" className="receipt">
      {(ticket ?? otp) !== null && (
        <dl className="codes">
          {ticket !== null && (
            <div>
              <dt>{t('numero_ticket')}</dt>
              <dd className="code">{ticket}</dd>
            </div>
          )}
          {otp !== null && (
            <div>
              <dt>{t('codice_otp')}</dt>
              <dd className="code">{otp}</dd>
            </div>
          )}
        </dl>
      )}
      {ticket !== null && <p className="field-hint">{t('conserva_codice')}</p>}
      {summaryHtml !== null && (
        <div className="summary">
          {titled && <h2>{t('riepilogo')}</h2>}
          <TenantHtml className="rich-text" html={summaryHtml} />
        </div>
      )}
    </div>
  )
}
