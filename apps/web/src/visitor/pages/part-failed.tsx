import { useWords } from '../../shared/phrase.tsx'
import { Button } from '../../shared/ui/button.tsx'

/** Error message that is shown instead of a visitor page if the code of the page could not be loaded. */
export function PartFailed() {
  const { t } = useWords()
  return (
    <section className="card" aria-labelledby="message-title">
      <h1 id="message-title">{t('errore_verificato')}</h1>
      <p>{t('riprovare_seguito')}</p>
      <p className="ways-on">
        <Button onClick={() => location.reload()}>{t('riprova')}</Button>
      </p>
    </section>
  )
}
