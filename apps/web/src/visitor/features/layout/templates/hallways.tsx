import type { ReactNode } from 'react'
import { useNavigation } from '../../../navigation.tsx'
import { useCustomer } from '../../../use-customer.ts'
import { SearchBar } from '../../search/search-bar.tsx'
import { PageFooter } from '../page-footer.tsx'
import { PageHeader } from '../page-header.tsx'
import { Panel } from './panel.tsx'

/**
 * Page template hallways: a full-width header with the search; below it, the background on the left and the form beside
 * it.
 */
export function Hallways({ children }: { children: ReactNode }) {
  const { place } = useNavigation().page
  const pictured = typeof useCustomer().config.template_params.params.backgroundImg === 'string'
  return (
    <div className={pictured ? 'template template-hallways template-pictured' : 'template template-hallways'}>
      <div className="hall-head">
        <PageHeader />
        {place.kind === 'form' && <SearchBar />}
      </div>
      <div className="column">
        {children}
        <PageFooter />
      </div>
      <Panel />
    </div>
  )
}
