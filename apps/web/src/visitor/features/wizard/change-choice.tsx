import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/**
 * Dialog that asks for confirmation before the visitor changes an earlier choice. The change drops the steps after that
 * choice (visitor specification, section 4). A click on the backdrop does not close the dialog.
 */
export function ChangeChoice({ from, to, onCancel, onConfirm }: { from: string; to: string; onCancel: () => void; onConfirm: () => void }) {
  const { t } = useWords()
  return (
    <Dialog
      title={t('cambio_scelta_titolo')}
      onDismiss={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('annulla_cambio')}</Button>
          <Button weight="primary" onClick={onConfirm}>
            {t('conferma_cambio')}
          </Button>
        </>
      }
    >
      <p>{t('cambio_scelta_testo')}</p>
      <dl className="pairs">
        <dt>{t('scelta_attuale')}</dt>
        <dd>{from}</dd>
        <dt>{t('nuova_scelta')}</dt>
        <dd>{to}</dd>
      </dl>
    </Dialog>
  )
}
