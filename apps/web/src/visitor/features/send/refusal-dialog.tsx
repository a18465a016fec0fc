import type { CallError } from '../../../shared/call.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/** What the server or the network refused (visitor specification, section 8). What was typed stays; where trying again may help, it is offered. */
export function RefusalDialog({ error, onRetry, onClose }: { error: CallError; onRetry: () => void; onClose: () => void }) {
  const { t } = useWords()
  const shown = error.errors.filter((entry) => entry.severity !== 'low')
  const isNetwork = error.errors.length === 0
  const redirect = error.errors.find(({ data }) => data.redirect !== undefined)?.data.redirect
  const mayPass = isNetwork || error.status >= 500 || error.status === 429
  // Nothing that could be pressed would help (visitor specification, section 8: "no buttons").
  const gone = error.errors.some(({ data }) => data.code === 'forms0001' || data.code === 'forms0022')
  return (
    <Dialog
      title={t('attenzione')}
      onDismiss={redirect === undefined && !gone ? onClose : undefined}
      actions={
        !gone && (
          <>
            {redirect === undefined && <Button onClick={onClose}>{t('chiudi')}</Button>}
            {redirect !== undefined ? (
              <Button weight="primary" onClick={() => window.location.assign(redirect)}>
                {t('ok')}
              </Button>
            ) : mayPass ? (
              <Button weight="primary" onClick={onRetry}>
                {t('riprova')}
              </Button>
            ) : (
              <Button weight="primary" onClick={() => window.location.reload()}>
                {t('ricarica_modulo')}
              </Button>
            )}
          </>
        )
      }
    >
      {isNetwork ? <p>{t('errore_rete')}</p> : [...new Set(shown.map((entry) => entry.data.message))].map((message) => <p key={message}>{message}</p>)}
    </Dialog>
  )
}
