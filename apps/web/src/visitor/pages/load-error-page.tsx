import type { ReactNode } from 'react'
import { useWords } from '../../shared/phrase.tsx'
import { messagesOf } from '../../shared/refusal.ts'
import { Button } from '../../shared/ui/button.tsx'
import { keepNextRoute } from '../access/next-route.ts'
import { signInPath } from '../access/sign-in-path.ts'
import { CustomerLayout } from '../features/layout/customer-layout.tsx'
import { LanguagesDialog } from '../features/refusal/languages-dialog.tsx'
import type { PageData } from '../page-data.ts'
import { HomeLink } from './home-link.tsx'
import { BackButton, PageWithoutCustomer } from './page-without-customer.tsx'

/**
 * Error page, shown if a page does not exist, if the visitor may not open it, or if it could not be loaded (visitor
 * specification, sections 2 and 8).
 */
export function LoadErrorPage(props: { page: PageData; failure: NonNullable<PageData['failure']> }) {
  const content = <LoadError {...props} />
  return props.page.customer ? <CustomerLayout>{content}</CustomerLayout> : <PageWithoutCustomer>{content}</PageWithoutCustomer>
}

function LoadError({ page, failure }: { page: PageData; failure: NonNullable<PageData['failure']> }) {
  const { t } = useWords()
  const { customer, place, refusal } = page
  const said = refusal ? messagesOf(refusal, t) : []
  if (failure === 'notFound') {
    return (
      <Card title={t('spiacenti')} texts={[t('non_trovato'), t('controlla_indirizzo')]}>
        {customer ? <HomeLink customer={customer.config.form_code} /> : <BackButton />}
      </Card>
    )
  }
  if (failure === 'session') {
    return (
      <Card title={t('accesso_terminato')} texts={said}>
        {place.customer !== null && <HomeLink customer={place.customer} codeTag={place.kind === 'form' ? place.codeTag : null} />}
      </Card>
    )
  }
  if (failure === 'forbidden') {
    const signIn = customer && signInPath(customer.config, customer.language)
    return (
      <Card title={t('link_non_valido_titolo')} texts={said}>
        {signIn && (
          <a
            className="button button-primary"
            href={signIn}
            onClick={() => keepNextRoute(page.place.customer ?? '', place.kind === 'form' ? (place.codeTag ?? undefined) : undefined)}
          >
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
    <section className="card" role={alert ? 'alert' : undefined} aria-labelledby="error-title">
      <h1 id="error-title">{title}</h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="ways-on">{children}</p>
    </section>
  )
}
