import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/**
 * Error dialog for a form whose list of languages does not match its language steps. The only button reloads the form,
 * because a corrected version may have been published (visitor specification, section 4).
 */
export function LanguagesDialog() {
  const { t } = useWords()
  return (
    <Dialog
      title={t('attenzione')}
      actions={
        <Button weight="primary" onClick={() => window.location.reload()}>
          {t('ricarica_modulo')}
        </Button>
      }
    >
      <p>{t('configurazione_lingue')}</p>
    </Dialog>
  )
}
