import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/** The next step could not be fetched: what is on the page stays, and the visitor says when to try again. */
export function ConnectionLost({ retry, dismiss }: { retry: () => void; dismiss: () => void }) {
  const { t } = useWords()
  return (
    <Dialog
      title={t('attenzione')}
      onDismiss={dismiss}
      actions={
        <>
          <Button onClick={dismiss}>{t('chiudi')}</Button>
          <Button weight="primary" onClick={retry}>
            {t('riprova')}
          </Button>
        </>
      }
    >
      <p>{t('errore_rete')}</p>
    </Dialog>
  )
}
