import type { ReactNode } from 'react'
import { useNavigation } from '../../../navigation.tsx'
import { SearchBar } from '../../search/search-bar.tsx'
import { PageFooter } from '../page-footer.tsx'
import { PageHeader } from '../page-header.tsx'
import { StepHelp, useIsUnderWay } from '../step-help.tsx'
import { PanelTitles } from './panel.tsx'

/** Page template headerSearch: a coloured band with the titles and the search at the top, and the form below. After the first step the band is lower. */
export function HeaderSearch({ children }: { children: ReactNode }) {
  const { place } = useNavigation().page
  return (
    <div className={useIsUnderWay() ? 'template template-header-search template-narrow' : 'template template-header-search'}>
      <PageHeader />
      <aside className="band">
        <PanelTitles />
        {place.kind === 'form' && <SearchBar />}
      </aside>
      <div className="column">
        {children}
        <StepHelp />
        <PageFooter />
      </div>
    </div>
  )
}
