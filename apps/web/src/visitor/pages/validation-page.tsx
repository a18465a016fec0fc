import type { Confirmation } from '@sportello/contract'
import { useMemo, useState } from 'react'
import { browserApi, CallError } from '../../shared/call.ts'
import { useWords } from '../../shared/phrase.tsx'
import { messagesOf, retryHelps } from '../../shared/refusal.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { useCustomer } from '../features/layout/customer-layout.tsx'
import { Receipt } from '../features/send/sent-view.tsx'
import { usePageSettings } from '../page-settings.ts'

type State =
  | { phase: 'asked' }
  | { phase: 'processing' }
  | { phase: 'done'; confirmation: Confirmation }
  | { phase: 'already'; message: string }
  | { phase: 'error'; message: string; again: boolean }

/**
 * Where the mailed link leads. Opening it changes nothing, since mail scanners open every link, with scripts too: the request is
 * confirmed by the visitor's press of the button.
 */
export function ValidationPage({ code }: { code: string }) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [state, setState] = useState<State>(code === '' ? { phase: 'error', message: '', again: false } : { phase: 'asked' })

  async function confirm(): Promise<void> {
    setState({ phase: 'processing' })
    try {
      setState({ phase: 'done', confirmation: await api.confirm(config.form_code, code) })
    } catch (error) {
      const refused = error instanceof CallError ? error : { errors: [], status: 0 }
      const messages = messagesOf(refused, t)
      // Whoever opens the link twice has nothing to mend: that is good news, not an error.
      if (refused.errors[0]?.data.code === 'forms0009') setState({ phase: 'already', message: messages[0] ?? '' })
      else setState({ phase: 'error', message: messages.join(' ') || t('errore_richiesta_testo'), again: retryHelps(refused) })
    }
  }

  if (state.phase === 'done') {
    return (
      <section className="card sent" aria-labelledby="validation-title">
        <div className="sent-head">
          <Icon name="check" />
          <h1 id="validation-title">{t('conferma_riuscita')}</h1>
        </div>
        <Receipt ticket={state.confirmation.ticket} otp={null} summaryHtml={state.confirmation.summary_html} />
      </section>
    )
  }
  if (state.phase === 'already') {
    return (
      <section className="card sent" aria-labelledby="validation-title">
        <div className="sent-head" role="status">
          <Icon name="check" />
          <h1 id="validation-title">{state.message}</h1>
        </div>
      </section>
    )
  }
  if (state.phase === 'error') {
    return (
      <section className="card" aria-labelledby="validation-title" role="alert">
        <h1 id="validation-title">{t('conferma_fallita')}</h1>
        <p>{state.message}</p>
        {state.again && <Button onClick={() => void confirm()}>{t('riprova')}</Button>}
      </section>
    )
  }
  return (
    <section className="card" aria-labelledby="validation-title">
      <h1 id="validation-title">{t('conferma_richiesta_titolo')}</h1>
      <p role="status">{t(state.phase === 'processing' ? 'conferma_in_corso' : 'conferma_richiesta_testo')}</p>
      <Button weight="primary" autoFocus disabled={state.phase === 'processing'} onClick={() => void confirm()}>
        {t('conferma_richiesta')}
      </Button>
    </section>
  )
}
