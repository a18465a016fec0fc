import { useLayoutEffect } from 'react'
import { useLoginView } from '../features/account/login-view.ts'
import { CustomerLayout } from '../features/layout/customer-layout.tsx'
import { LanguagesDialog } from '../features/refusal/languages-dialog.tsx'
import { RefusalDialog } from '../features/refusal/refusal-dialog.tsx'
import { useNavigation } from '../navigation.tsx'
import { usePageSettings } from '../page-settings.ts'
import { useCustomer } from '../use-customer.ts'
import { HomeLink } from './home-link.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { MessagePage, PartFailed } from './message-page.tsx'
import { pageTitle } from './page-title.ts'
import { BackButton, PageWithoutCustomer } from './page-without-customer.tsx'
import { ReceiptPage } from './receipt-page.tsx'
import { useSidePages } from './side-pages-context.ts'
import { WizardPage } from './wizard-page.tsx'

/** Renders the page for the current URL. */
export function CurrentPage() {
  const { page, lost } = useNavigation()
  const title = pageTitle(page, usePageSettings().words.visitor)
  // A layout effect, so that a page can set another title in an effect of its own.
  useLayoutEffect(() => {
    document.title = title
  }, [title])
  if (page.failure !== null) return <LoadErrorPage page={page} failure={page.failure} />
  if (page.customer === null) {
    return (
      <PageWithoutCustomer>
        <MessagePage title="spiacenti" text="accesso_non_autorizzato" wayOn={<BackButton />} />
      </PageWithoutCustomer>
    )
  }
  return (
    <CustomerLayout>
      <CustomerPage />
      {lost?.kind === 'refused' && <RefusalDialog error={lost.error} onRetry={lost.retry} onClose={lost.dismiss} />}
      {lost?.kind === 'languages' && <LanguagesDialog />}
    </CustomerLayout>
  )
}

function CustomerPage() {
  const { place, statement } = useNavigation().page
  const { config } = useCustomer()
  const code = config.form_code
  const Login = useLoginView()
  const side = useSidePages()
  switch (place.kind) {
    case 'validation':
      return side ? <side.ValidationPage code={place.code} /> : <PartFailed />
    case 'receipt':
      if (place.key === null) return <ReceiptPage />
      return side ? <side.ReceiptLinkPage linkKey={place.key} /> : <PartFailed />
    case 'siteMap':
      return side ? <side.SiteMapPage /> : <PartFailed />
    case 'statement':
      return side && statement ? <side.StatementPage statement={statement} /> : <PartFailed />
    case 'notSupported':
      return <MessagePage title="non_supportato_titolo" text="non_supportato_testo" wayOn={<HomeLink customer={code} />} />
    case 'maintenance':
      return (
        <MessagePage
          title="manutenzione_titolo"
          text="manutenzione_testo"
          own={config.maintenance_message}
          wayOn={<HomeLink customer={code} label="riprova" />}
        />
      )
    case 'authError':
      return <MessagePage title="link_non_valido_titolo" text="link_non_valido_testo" wayOn={<HomeLink customer={code} />} />
    case 'surveyCompiled':
      return (
        <MessagePage
          icon="check"
          title="sondaggio_compilato_titolo"
          text="sondaggio_compilato_testo"
          // A visitor who may not fill in the survey again gets a Back button. The home link would only redirect to
          // this same page.
          wayOn={config.metadata?.survey_compiled === true ? <BackButton /> : <HomeLink customer={code} />}
        />
      )
    case 'login':
    case 'tokenLogin':
      return Login ? <Login place={place} /> : <PartFailed />
    case 'error':
      return <MessagePage title="errore_richiesta_titolo" text="errore_richiesta_testo" wayOn={<HomeLink customer={code} />} />
    default:
      return <WizardPage />
  }
}
