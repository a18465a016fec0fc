import type { ReactNode } from 'react'
import { useNavigation } from '../../../navigation.tsx'
import { SearchBar } from '../../search/search-bar.tsx'
import { PageFooter } from '../page-footer.tsx'
import { PageHeader } from '../page-header.tsx'
import { PanelTitles } from './panel.tsx'

/** The template headerSearch: a coloured band with titles and search at the top, the form below. */
export function HeaderSearch({ children }: { children: ReactNode }) {
  const { place } = useNavigation().page
  return (
    <div className="template template-header-search">
      <PageHeader />
      <aside className="band">
        <PanelTitles />
        {place.kind === 'form' && <SearchBar />}
      </aside>
      <div className="column">
        {children}
        <PageFooter />
      </div>
    </div>
  )
}
