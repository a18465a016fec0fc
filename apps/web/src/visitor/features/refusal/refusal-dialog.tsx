import type { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { isGone, messagesOf, redirectOf, retryHelps } from '../../../shared/refusal.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useConnection } from './use-connection.ts'

interface RefusalDialogProps {
  error: Pick<CallError, 'errors' | 'status'>
  onRetry: () => void
  onClose: () => void
}

/**
 * Dialog that reports the error of a failed API call (visitor specification, section 8). The visitor's input stays in
 * the form. If a retry may succeed, the dialog has a retry button.
 */
export function RefusalDialog({ error, onRetry, onClose }: RefusalDialogProps) {
  const { t } = useWords()
  const up = useConnection()
  const messages = messagesOf(error, t)
  const redirect = redirectOf(error)
  const gone = isGone(error)
  // The dialog for forms0041 (no access) cannot be closed, because the visitor is not allowed to use the page behind
  // it.
  const mustLeave = error.errors.some(({ data }) => data.code === 'forms0041')
  // True if closing the error dialog moves the focus to the field that the server rejected.
  const leads = redirect === undefined && !retryHelps(error) && error.errors.some(({ data }) => data.field !== undefined)
  if (messages.length === 0) return null
  return (
    <Dialog
      title={t('attenzione')}
      onDismiss={gone || mustLeave ? undefined : onClose}
      actions={
        !gone && (
          <>
            {!mustLeave && (
              <Button weight={leads ? 'primary' : 'plain'} onClick={onClose}>
                {t('chiudi')}
              </Button>
            )}
            {redirect !== undefined ? (
              <Button weight="primary" onClick={() => window.location.assign(redirect)}>
                {t('ok')}
              </Button>
            ) : retryHelps(error) ? (
              <Button weight="primary" onClick={onRetry}>
                {t('riprova')}
              </Button>
            ) : (
              <Button weight={leads ? 'plain' : 'primary'} onClick={() => window.location.reload()}>
                {t('ricarica_modulo')}
              </Button>
            )}
          </>
        )
      }
    >
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {error.status === 0 && error.errors.length === 0 && (
        <p className="connection-back" role="status">
          {up ? t('connessione_tornata') : ''}
        </p>
      )}
    </Dialog>
  )
}
