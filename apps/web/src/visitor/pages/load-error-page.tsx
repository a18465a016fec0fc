import type { ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'
import { messagesOf } from '../../shared/refusal.ts'
import { Button } from '../../shared/ui/button.tsx'
import { signInPath } from '../access/sign-in-path.ts'
import { LanguagesDialog } from '../features/refusal/languages-dialog.tsx'
import type { PageData } from '../load-page.ts'

/** Where a page could not be loaded: it does not exist, it is not for this visitor, or the service failed (visitor specification, sections 2 and 8). */
export function LoadErrorPage({ page, failure }: { page: PageData; failure: NonNullable<PageData['failure']> }) {
  const { t } = useWords()
  const { customer, place, refusal } = page
  const said = refusal ? messagesOf(refusal, t) : []
  if (failure === 'notFound') {
    return (
      <Card title={t('spiacenti')} texts={[t('non_trovato')]}>
        {customer && <HomeLink customer={customer.config.form_code} />}
      </Card>
    )
  }
  if (failure === 'session') {
    return (
      <Card title={t('accesso_terminato')} texts={said}>
        {place.customer !== null && <HomeLink customer={place.customer} />}
      </Card>
    )
  }
  if (failure === 'forbidden') {
    const signIn = customer && signInPath(customer.config, customer.language)
    return (
      <Card title={t('link_non_valido_titolo')} texts={said}>
        {signIn && (
          <a className="button button-primary" href={signIn}>
            {t('accedi')}
          </a>
        )}
        {place.customer !== null && <HomeLink customer={place.customer} />}
      </Card>
    )
  }
  return (
    <>
      <Card title={t('errore_verificato')} texts={[t('riprovare_seguito')]} alert>
        <Button onClick={() => location.reload()}>{t('riprova')}</Button>
      </Card>
      {failure === 'languages' && <LanguagesDialog />}
    </>
  )
}

function Card({ title, texts, alert, children }: { title: string; texts: readonly string[]; alert?: boolean; children: ReactNode }) {
  return (
    <main className="alone">
      <section className="card" role={alert ? 'alert' : undefined} aria-labelledby="error-title">
        <h1 id="error-title">{title}</h1>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {children}
      </section>
    </main>
  )
}

function HomeLink({ customer }: { customer: string }) {
  const { t } = useWords()
  return (
    <a className="button" href={paths.home(customer)}>
      {t('torna_al_modulo')}
    </a>
  )
}
