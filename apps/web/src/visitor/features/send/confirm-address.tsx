import { useWords } from '../../../shared/phrase.tsx'
import { breakable } from '../../../shared/ui/breakable.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import type { Sent } from './use-send.ts'

/**
 * Dialog that asks the visitor to open the confirmation link that was sent by mail. The server processes the request
 * only after the confirmation.
 */
export function ConfirmAddress({ sent, hours, onOk }: { sent: Sent; hours: number; onOk: () => void }) {
  const { t, named, language } = useWords()
  const values = { from: sent.notifier_email ?? '', to: sent.confirmAt ?? '', expiration: new Intl.NumberFormat(language).format(hours) }
  return (
    <Dialog
      title={t('conferma_indirizzo_titolo')}
      size="medium"
      actions={
        <Button weight="primary" onClick={onOk}>
          {t('ok')}
        </Button>
      }
    >
      <div className="with-icon">
        <Icon name="mail" />
        <p>{breakable(named('conferma_indirizzo_testo', values))}</p>
      </div>
    </Dialog>
  )
}
