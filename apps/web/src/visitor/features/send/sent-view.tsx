import { TenantHtml } from '@sportello/fields/react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../layout/customer-layout.tsx'
import { ResendLink } from './resend-link.tsx'
import type { Sent } from './use-send.ts'

/** After the send: the codes to keep and the summary. */
export function SentView({ sent, onBack }: { sent: Sent; onBack: () => void }) {
  const { config } = useCustomer()
  const { t } = useWords()
  const { navigate } = useNavigation()
  const heading = useRef<HTMLHeadingElement>(null)
  const waits = sent.confirmAt !== null
  useEffect(() => heading.current?.focus(), [])

  function back(): void {
    // The session is used up: the form begins anew, at its login where it has one.
    if (config.session) window.location.assign(paths.home(config.form_code))
    else {
      onBack()
      navigate(paths.home(config.form_code), { replace: true })
    }
  }

  return (
    <section className="card sent" aria-labelledby="sent-title">
      <div className="sent-head">
        <Icon name={waits ? 'mail' : 'check'} />
        <h1 id="sent-title" ref={heading} tabIndex={-1}>
          {t(waits ? 'richiesta_da_confermare' : 'richiesta_inviata')}
        </h1>
      </div>
      {waits && <p>{t('richiesta_da_confermare_testo', sent.confirmAt ?? '')}</p>}
      {sent.confirmAt !== null && <ResendLink ticket={sent.ticket} email={sent.confirmAt} />}
      <Receipt ticket={sent.ticket} otp={sent.otp} summaryHtml={sent.summary_html} />
      <p className="ways-on">
        {/* The codes are read before the form leads away (wire contract, "Further"): by the visitor's own press. */}
        {sent.continueTo !== null && (
          <a className="button button-primary" href={sent.continueTo} rel="noreferrer">
            {t('continua_su')}
          </a>
        )}
        {/* A personal link leads back to nothing (visitor specification, section 2). */}
        {config.session?.auth_type !== 'DYNAMIC' && <Button onClick={back}>{t('torna_al_modulo')}</Button>}
      </p>
    </section>
  )
}

interface ReceiptProps {
  ticket: string | null
  otp: string | null
  summaryHtml: string | null
  titled?: boolean
}

/** The codes of a request and its summary; a request that opens no ticket has none to show. `titled`: whether the summary has a heading. */
export function Receipt({ ticket, otp, summaryHtml, titled = true }: ReceiptProps) {
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
