import type { Confirmation } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'
import { browserApi } from '../../shared/call.ts'
import { CallError } from '../../shared/call-error.ts'
import { useWords } from '../../shared/phrase.tsx'
import { messagesOf, retryHelps } from '../../shared/refusal.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { Codes } from '../features/send/codes.tsx'
import { DownloadReceipt } from '../features/send/download-receipt.tsx'
import { confirmedTicket, keepConfirmed } from '../features/send/receipt.ts'
import { Stages } from '../features/send/stages.tsx'
import { useNavigation } from '../navigation.tsx'
import { usePageSettings } from '../page-settings.ts'
import { useCustomer } from '../use-customer.ts'
import { HomeLink } from './home-link.tsx'

type State =
  | { phase: 'asked' }
  | { phase: 'processing' }
  | { phase: 'done'; confirmation: Confirmation }
  | { phase: 'already'; message: string }
  | { phase: 'error'; message: string; again: boolean }

/**
 * Page that a mailed confirmation link opens. Opening the page does not yet confirm the request, because mail scanners
 * open every link and run its scripts; the visitor must press a button.
 */
export function ValidationPage({ code }: { code: string }) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const { link } = useNavigation().page
  const [state, setState] = useState<State>(() =>
    code === '' ? { phase: 'error', message: t('link_incompleto'), again: false } : link ? stateOf(link) : { phase: 'asked' },
  )

  const title =
    state.phase === 'done'
      ? t('conferma_riuscita')
      : state.phase === 'already'
        ? state.message
        : t(state.phase === 'error' ? 'conferma_fallita' : 'conferma_richiesta_titolo')
  // Without a list of dependencies, because the page around this component sets the title that it knows.
  useEffect(() => {
    document.title = `${title} – ${config.form_title}`
  })

  async function confirm(): Promise<void> {
    setState({ phase: 'processing' })
    try {
      const confirmation = await api.confirm(config.form_code, code)
      keepConfirmed(config.form_code, code, ticketOf(confirmation))
      setState({ phase: 'done', confirmation })
    } catch (error) {
      setState(stateOf(error instanceof CallError ? error : { errors: [], status: 0 }))
    }
  }

  function stateOf(refused: Pick<CallError, 'errors' | 'status'>): State {
    const messages = messagesOf(refused, t)
    // If a visitor opens the confirmation link twice, there is nothing to correct, so the page does not show this as an
    // error.
    if (refused.errors[0]?.data.code === 'forms0009') return { phase: 'already', message: messages[0] ?? '' }
    return { phase: 'error', message: messages.join(' ') || t('errore_richiesta_testo'), again: retryHelps(refused) }
  }

  if (state.phase === 'done') {
    return (
      <section className="card sent" aria-labelledby="validation-title">
        <div className="sent-head">
          <Icon name="check" />
          <h1 id="validation-title">{title}</h1>
        </div>
        <Stages confirmation="done" />
        <Codes ticket={ticketOf(state.confirmation)} otp={null} summaryHtml={state.confirmation.summary_html} />
        <p>{t('conferma_ricevuta')}</p>
        <div className="ways-on">
          <DownloadReceipt by={{ linkKey: state.confirmation.receipt_key }} name={ticketOf(state.confirmation) ?? t('ricevuta')} failure="ricevuta_scaduta" />
          <HomeLink customer={config.form_code} />
        </div>
      </section>
    )
  }
  if (state.phase === 'already') {
    return (
      <section className="card sent" aria-labelledby="validation-title">
        <div className="sent-head" role="status">
          <Icon name="check" />
          <h1 id="validation-title">{title}</h1>
        </div>
        <Stages confirmation="done" />
        <ConfirmedBefore customer={config.form_code} code={code} />
        <HomeLink customer={config.form_code} />
      </section>
    )
  }
  if (state.phase === 'error') {
    return (
      <section className="card" aria-labelledby="validation-title" role="alert">
        <h1 id="validation-title">{title}</h1>
        <p>{state.message}</p>
        <p className="ways-on">
          {state.again && (
            <Button weight="primary" onClick={() => void confirm()}>
              {t('riprova')}
            </Button>
          )}
          <HomeLink customer={config.form_code} />
        </p>
      </section>
    )
  }
  return (
    <section className="card" aria-labelledby="validation-title">
      <h1 id="validation-title">{title}</h1>
      <p role="status">{t(state.phase === 'processing' ? 'conferma_in_corso' : 'conferma_richiesta_testo')}</p>
      <Button weight="primary" autoFocus disabled={state.phase === 'processing'} onClick={() => void confirm()}>
        {t('conferma_richiesta')}
      </Button>
    </section>
  )
}

function ticketOf({ ticket, opens_ticket: opensTicket }: Confirmation): string | null {
  return opensTicket ? ticket : null
}

/**
 * Shows the ticket code if the request was confirmed in this browser. Otherwise shows a text that explains where the
 * visitor finds the code.
 */
function ConfirmedBefore({ customer, code }: { customer: string; code: string }) {
  const { t } = useWords()
  const [ticket, setTicket] = useState<string | null>(null)
  // The ticket code is read in an effect, because only the browser has stored it and the server does not know it.
  useEffect(() => setTicket(confirmedTicket(customer, code)), [customer, code])
  return ticket === null ? <p>{t('conferma_gia_testo')}</p> : <Codes ticket={ticket} otp={null} summaryHtml={null} />
}
