import { useEffect, useRef } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../layout/customer-layout.tsx'
import { Receipt } from '../send/sent-view.tsx'
import type { Sent } from '../send/use-send.ts'

/** The survey-confirmed message (visitor specification, section 2). Where each person sends once there is no way back to the form. */
export function SurveySent({ receipt, opensTicket, onBack }: { receipt: Sent; opensTicket: boolean; onBack: () => void }) {
  const { config } = useCustomer()
  const { t } = useWords()
  const { navigate } = useNavigation()
  const heading = useRef<HTMLHeadingElement>(null)
  const once = config.metadata?.survey_compiled !== undefined
  useEffect(() => heading.current?.focus(), [])

  function back(): void {
    onBack()
    navigate(paths.home(config.form_code), { replace: true })
  }

  return (
    <section className="card sent" aria-labelledby="sent-title">
      <div className="sent-head">
        <Icon name="check" />
        <h1 id="sent-title" ref={heading} tabIndex={-1}>
          {t('sondaggio_inviato')}
        </h1>
      </div>
      <p>{t('sondaggio_inviato_testo')}</p>
      <Receipt ticket={opensTicket ? receipt.ticket : null} otp={receipt.otp} summaryHtml={receipt.summary_html} titled={false} />
      <p className="ways-on">
        {receipt.continueTo !== null && (
          <a className="button button-primary" href={receipt.continueTo} rel="noreferrer">
            {t('continua_su')}
          </a>
        )}
        {!once && <Button onClick={back}>{t('torna_al_modulo')}</Button>}
      </p>
    </section>
  )
}
