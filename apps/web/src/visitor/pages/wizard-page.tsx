import { SessionNotice } from '../features/account/session-notice.tsx'
import { LanguageChooser } from '../features/layout/language-chooser.tsx'
import { LanguageNotice } from '../features/layout/language-notice.tsx'
import { searchesInHeader } from '../features/layout/templates/template-name.ts'
import { SearchBar } from '../features/search/search-bar.tsx'
import { useSurveyView } from '../features/survey/survey-view.ts'
import { useVisit } from '../features/visit/use-visit.ts'
import { Breadcrumb } from '../features/wizard/breadcrumb.tsx'
import { useAbandonment } from '../features/wizard/use-abandonment.ts'
import { Wizard } from '../features/wizard/wizard.tsx'
import { useNavigation } from '../navigation.tsx'
import { useCustomer } from '../use-customer.ts'

/**
 * The page of the form. It serves both as the home page, on which only the first step is open, and as the page of any
 * later step.
 */
export function WizardPage() {
  const { steps } = useNavigation().page
  const { config, mustChoose } = useCustomer()
  const Survey = useSurveyView()
  useAbandonment(steps.at(-1)?.code_tag)
  useVisit(mustChoose ? null : steps)
  if (mustChoose) return <LanguageChooser />
  if (Survey)
    return (
      <>
        <LanguageNotice />
        <SessionNotice />
        <Survey steps={steps} />
      </>
    )
  return (
    <>
      <LanguageNotice />
      <SessionNotice />
      {!searchesInHeader(config) && <SearchBar />}
      {steps.length > 1 && <Breadcrumb customer={config.form_code} steps={steps} />}
      <Wizard steps={steps} />
    </>
  )
}
