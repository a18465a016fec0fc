import { useWords } from '../../shared/phrase.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { MessagePage } from './message-page.tsx'

/** Where a page could not be loaded: it does not exist, or the service failed (visitor specification, section 2: the error card). */
export function LoadErrorPage({ failure }: { failure: 'notFound' | 'unavailable' }) {
  const { t } = useWords()
  if (failure === 'notFound') {
    return (
      <main className="alone">
        <MessagePage title="spiacenti" text="non_trovato" />
      </main>
    )
  }
  return (
    <main className="alone">
      <section className="card" role="alert" aria-labelledby="error-title">
        <h1 id="error-title">{t('errore_verificato')}</h1>
        <p>{t('riprovare_seguito')}</p>
        <Button onClick={() => location.reload()}>{t('riprova')}</Button>
      </section>
    </main>
  )
}
