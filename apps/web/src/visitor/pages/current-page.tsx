import { useLayoutEffect } from 'react'
import { useLoginView } from '../features/account/login-view.ts'
import { CustomerLayout } from '../features/layout/customer-layout.tsx'
import { LanguagesDialog } from '../features/refusal/languages-dialog.tsx'
import { RefusalDialog } from '../features/refusal/refusal-dialog.tsx'
import { useNavigation } from '../navigation.tsx'
import { PartFailed } from './part-failed.tsx'
import { ReceiptPage } from './receipt-page.tsx'
import { useSidePages } from './side-pages-context.ts'
import { WizardPage } from './wizard-page.tsx'

/** Renders the page for the current URL. */
export function CurrentPage() {
  const { page, title, lost } = useNavigation()
  const side = useSidePages()
  // A layout effect, so that a page can set another title in an effect of its own.
  useLayoutEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  if (page.failure !== null || page.customer === null) {
    return side ? (
      <side.PageWithoutForm />
    ) : (
      <main className="alone">
        <PartFailed />
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
  const { place } = useNavigation().page
  const Login = useLoginView()
  const side = useSidePages()
  if (place.kind === 'form') return <WizardPage />
  if (place.kind === 'receipt' && place.key === null) return <ReceiptPage />
  if (place.kind === 'login' || place.kind === 'tokenLogin') return Login ? <Login place={place} /> : <PartFailed />
  return side ? <side.SidePage /> : <PartFailed />
}
