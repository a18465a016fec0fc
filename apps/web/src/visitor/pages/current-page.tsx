import { useLoginView } from '../features/account/login-view.ts'
import { CustomerLayout } from '../features/layout/customer-layout.tsx'
import { LanguagesDialog } from '../features/refusal/languages-dialog.tsx'
import { RefusalDialog } from '../features/refusal/refusal-dialog.tsx'
import { useNavigation } from '../navigation.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { MessagePage } from './message-page.tsx'
import { SiteMapPage } from './site-map-page.tsx'
import { ValidationPage } from './validation-page.tsx'
import { WizardPage } from './wizard-page.tsx'

/** The page of the present address. */
export function CurrentPage() {
  const { page, lost } = useNavigation()
  if (page.failure !== null) return <LoadErrorPage page={page} failure={page.failure} />
  if (page.customer === null) {
    return (
      <main className="alone">
        <MessagePage title="spiacenti" text="accesso_non_autorizzato" />
      </main>
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
  const { place, customer } = useNavigation().page
  const Login = useLoginView()
  switch (place.kind) {
    case 'validation':
      return <ValidationPage code={place.code} />
    case 'siteMap':
      return <SiteMapPage />
    case 'notSupported':
      return <MessagePage title="non_supportato_titolo" text="non_supportato_testo" />
    case 'maintenance':
      return <MessagePage title="manutenzione_titolo" text="manutenzione_testo" own={customer?.config.maintenance_message} />
    case 'authError':
      return <MessagePage title="link_non_valido_titolo" text="link_non_valido_testo" />
    case 'surveyCompiled':
      return <MessagePage icon="check" title="sondaggio_compilato_titolo" text="sondaggio_compilato_testo" />
    case 'login':
    case 'tokenLogin':
      return Login ? <Login place={place} /> : <MessagePage title="errore_verificato" text="riprovare_seguito" />
    case 'error':
      return <MessagePage title="errore_richiesta_titolo" text="errore_richiesta_testo" />
    default:
      return <WizardPage />
  }
}
