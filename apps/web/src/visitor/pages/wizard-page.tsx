import { useEffect, useState } from 'react'
import { useCustomer } from '../features/layout/customer-layout.tsx'
import { LanguageChooser } from '../features/layout/language-chooser.tsx'
import { searchesInHeader } from '../features/layout/templates/template-name.ts'
import { SearchBar } from '../features/search/search-bar.tsx'
import { SentView } from '../features/send/sent-view.tsx'
import type { Sent } from '../features/send/use-send.ts'
import { useSurveyView } from '../features/survey/survey-view.ts'
import { Breadcrumb } from '../features/wizard/breadcrumb.tsx'
import { useAbandonment } from '../features/wizard/use-abandonment.ts'
import { Wizard } from '../features/wizard/wizard.tsx'
import { useNavigation } from '../navigation.tsx'

/** Home, and a form opened at a step: the same page with more or fewer steps done. */
export function WizardPage() {
  const { steps } = useNavigation().page
  const { config, mustChoose } = useCustomer()
  const Survey = useSurveyView()
  const [sent, setSent] = useState<Sent | null>(null)
  const open = steps.at(-1)?.code_tag
  useAbandonment(sent ? undefined : open)
  // Who goes on from the message after a send, by the search in the header, goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another page
  useEffect(() => setSent(null), [open])
  if (mustChoose) return <LanguageChooser />
  if (Survey) return <Survey steps={steps} />
  if (sent) return <SentView sent={sent} onBack={() => setSent(null)} />
  return (
    <>
      {!searchesInHeader(config) && <SearchBar />}
      {steps.length > 1 && <Breadcrumb customer={config.form_code} steps={steps} />}
      <Wizard steps={steps} onSent={setSent} />
    </>
  )
}
