import type { Place } from '../../shared/paths.ts'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { MessagePage } from './message-page.tsx'

/** Where a page could not be loaded: it does not exist, or the service failed (visitor specification, section 2: the error card). */
export function LoadErrorPage({ failure, message, place }: { failure: 'notFound' | 'unavailable' | 'session'; message: string | null; place: Place }) {
  const { t } = useWords()
  if (failure === 'notFound') {
    return (
      <main className="alone">
        <MessagePage title="spiacenti" text="non_trovato" />
      </main>
    )
  }
  if (failure === 'session') {
    return (
      <main className="alone">
        <section className="card" aria-labelledby="error-title">
          <h1 id="error-title">{t('accesso_terminato')}</h1>
          <p>{message}</p>
          {place.customer !== null && (
            <a className="button" href={paths.home(place.customer)}>
              {t('torna_al_modulo')}
            </a>
          )}
        </section>
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
