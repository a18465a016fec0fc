import { useEffect, useRef } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { breakable } from '../../../shared/ui/breakable.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { addStyle } from '../../styles/add-style.ts'
import css from '../../styles/receipt.css?inline'
import { useCustomer } from '../../use-customer.ts'
import { Codes } from './codes.tsx'
import { answersOfReceipt, forgetReceipt, type Receipt } from './receipt.ts'
import { ReceiptActions } from './receipt-actions.tsx'
import { ReceiptAnswers } from './receipt-answers.tsx'
import { ResendLink } from './resend-link.tsx'
import { Stages } from './stages.tsx'

// They belong to the receipt's chunk, so that pages with questions do not wait for them.
addStyle('receipt-style', css)

/**
 * Receipt after a submission. It shows the codes, how far the request is, the summary and the answers, and links with
 * which the visitor can continue.
 */
export default function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { ticket, otp, link, continueTo, survey, back, version, key } = receipt
  const { config } = useCustomer()
  const { t } = useWords()
  const { navigate } = useNavigation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const given = answersOfReceipt(config.form_code)
  // Answers without a code and without an address are handled by nobody in particular: there are no stages to show.
  const isFollowed = !survey && (ticket !== null || otp !== null || link !== null)

  function beginAnew(): void {
    forgetReceipt(config.form_code)
    // If a session allows only one request, the submission has ended it. A new request then needs a page load. The
    // loaded page opens the form's login, if the form has one.
    if (back === 'document') window.location.replace(paths.home(config.form_code))
    else navigate(paths.home(config.form_code), { replace: true })
  }

  return (
    <section className="card sent" aria-labelledby="sent-title">
      <div className="sent-head">
        <Icon name={link ? 'mail' : 'check'} />
        <h1 id="sent-title" ref={heading} tabIndex={-1}>
          {t(survey ? 'sondaggio_inviato' : link ? 'richiesta_da_confermare' : 'richiesta_inviata')}
        </h1>
      </div>
      {survey && <p>{t('sondaggio_inviato_testo')}</p>}
      {link && <p>{breakable(t('richiesta_da_confermare_testo', link.email))}</p>}
      {isFollowed && <Stages sentAt={receipt.sentAt} confirmation={link ? 'awaited' : 'none'} until={link?.until} />}
      {link && <ResendLink ticket={link.ticket} email={link.email} />}
      <Codes ticket={ticket} otp={otp} summaryHtml={given?.summaryHtml ?? null} titled={!survey} />
      {!survey && <ReceiptActions receiptKey={key} name={ticket} />}
      {!survey && given && given.sections.length > 0 && <ReceiptAnswers sections={given.sections} />}
      {!survey && !given && key !== undefined && <p>{t('risposte_nel_pdf')}</p>}
      {back === 'document' && <p>{t('uscito_dopo_invio')}</p>}
      {version !== undefined && <p className="field-hint">{t('versione_modulo', numberOf(version))}</p>}
      <p className="ways-on">
        {/* There is no automatic redirect: the visitor reads the codes first and then clicks the author's link (wire
           contract, "Further"). */}
        {continueTo !== null && (
          <a className="button button-primary" href={continueTo} rel="noreferrer">
            {t('continua_su')}
          </a>
        )}
        {back !== 'none' && <Button onClick={beginAnew}>{t('torna_al_modulo')}</Button>}
      </p>
    </section>
  )
}

/** Returns the number in the name of a version, `CODE.NUMBER`. Visitors do not know the code of the definition. */
const numberOf = (version: string) => version.slice(version.lastIndexOf('.') + 1)
