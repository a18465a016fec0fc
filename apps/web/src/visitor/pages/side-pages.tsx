import { ResumePage } from '../features/saved-drafts/resume-page.tsx'
import { useNavigation } from '../navigation.tsx'
import { useCustomer } from '../use-customer.ts'
import { FollowUpPage } from './follow-up-page.tsx'
import { HomeLink } from './home-link.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { MessagePage } from './message-page.tsx'
import { BackButton, PageWithoutCustomer } from './page-without-customer.tsx'
import { PartFailed } from './part-failed.tsx'
import { ReceiptLinkPage } from './receipt-link-page.tsx'
import { SiteMapPage } from './site-map-page.tsx'
import { StatementPage } from './statement-page.tsx'
import { ValidationPage } from './validation-page.tsx'

/** A page that could not be loaded, or that belongs to no customer. */
function PageWithoutForm() {
  const { page } = useNavigation()
  if (page.failure !== null) return <LoadErrorPage page={page} failure={page.failure} />
  return (
    <PageWithoutCustomer>
      <MessagePage title="spiacenti" text="accesso_non_autorizzato" wayOn={<BackButton />} />
    </PageWithoutCustomer>
  )
}

/** Content of a customer's page outside the form. */
function SidePage() {
  const { place, statement } = useNavigation().page
  const { config } = useCustomer()
  const code = config.form_code
  switch (place.kind) {
    case 'validation':
      return <ValidationPage code={place.code} />
    case 'receipt':
      return place.key !== null && <ReceiptLinkPage linkKey={place.key} />
    case 'resume':
      return <ResumePage />
    case 'followUp':
      return <FollowUpPage />
    case 'siteMap':
      return <SiteMapPage />
    case 'statement':
      return statement ? <StatementPage statement={statement} /> : <PartFailed />
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
    default:
      return <MessagePage title="errore_richiesta_titolo" text="errore_richiesta_testo" wayOn={<HomeLink customer={code} />} />
  }
}

/**
 * The pages outside the form, such as the site map. Their code is a separate chunk, so that the form's first page loads
 * without it.
 */
export default { PageWithoutForm, SidePage }
