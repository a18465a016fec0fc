import { useEffect, useMemo, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import { breakable } from '../../../shared/ui/breakable.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'

/** Minimum time in seconds between two confirmation mails for the same request. The server enforces the same limit. */
const PAUSE_S = 30

type Asked = { phase: 'idle' | 'busy' } | { phase: 'mailed'; left: number } | { phase: 'refused'; messages: string[] }

/** Button that sends the confirmation mail again, to the same e-mail address. */
export function ResendLink({ ticket, email }: { ticket: string; email: string }) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [asked, setAsked] = useState<Asked>({ phase: 'idle' })
  const [pause, setPause] = useState(0)
  const busy = asked.phase === 'busy'
  useEffect(() => {
    if (pause === 0) return
    const timer = setTimeout(() => setPause(pause - 1), 1_000)
    return () => clearTimeout(timer)
  }, [pause])

  async function ask(): Promise<void> {
    if (busy || pause > 0) return
    setAsked({ phase: 'busy' })
    try {
      const { left } = await api.resendLink(config.form_code, ticket)
      setAsked({ phase: 'mailed', left })
      setPause(PAUSE_S)
    } catch (error) {
      const { errors, status } = error instanceof CallError ? error : { errors: [], status: 0 }
      setAsked({ phase: 'refused', messages: messagesOf({ errors, status }, t) })
    }
  }

  return (
    <div className="resend">
      <p className="field-hint">{t('link_non_arrivato')}</p>
      {!(asked.phase === 'mailed' && asked.left === 0) && (
        <Button weight="quiet" aria-disabled={busy || pause > 0} onClick={() => void ask()}>
          {t('link_di_nuovo')}
        </Button>
      )}
      {/* The countdown is not a live region, because a screen reader would announce every second. */}
      {pause > 0 && !(asked.phase === 'mailed' && asked.left === 0) && <p className="field-hint">{t('link_di_nuovo_tra', String(pause))}</p>}
      <div role="status">
        {asked.phase === 'mailed' && <p>{breakable(t('link_in_viaggio', email))}</p>}
        {asked.phase === 'refused' && asked.messages.map((message) => <p key={message}>{message}</p>)}
      </div>
    </div>
  )
}
