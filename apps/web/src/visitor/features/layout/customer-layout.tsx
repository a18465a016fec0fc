import type { ReactNode } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import type { CustomerData } from '../../load-page.ts'
import { useNavigation } from '../../navigation.tsx'
import { AcceptedTermsProvider } from '../terms/accepted-terms.tsx'
import { DraftProvider } from '../wizard/draft.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'

/** The data of the customer whose page this is. */
export function useCustomer(): CustomerData {
  const { customer } = useNavigation().page
  if (!customer) throw new Error('no customer is loaded here')
  return customer
}

/** The template default2022: a panel in the customer's look on the left, the form on the right; one column on a phone, the form first. */
export function CustomerLayout({ children }: { children: ReactNode }) {
  const { config } = useCustomer()
  const { t } = useWords()
  const { title, subTitle } = config.template_params.params
  return (
    <DraftProvider key={`${config.form_code} ${config.version}`} storageKey={`draft_${config.form_code}_${config.version}`}>
      <AcceptedTermsProvider customer={config.form_code}>
        <a className="skip-link" href="#main">
          {t('vai_al_contenuto')}
        </a>
        <div className="template">
          <div className="column">
            <PageHeader />
            <main id="main" tabIndex={-1}>
              {children}
            </main>
            <PageFooter />
          </div>
          <aside className="panel">
            <p className="panel-title">{typeof title === 'string' ? title : config.form_title}</p>
            {typeof subTitle === 'string' && <p className="panel-subtitle">{subTitle}</p>}
          </aside>
        </div>
      </AcceptedTermsProvider>
    </DraftProvider>
  )
}
