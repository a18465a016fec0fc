import type { ReactNode } from 'react'
import { PageFooter } from '../page-footer.tsx'
import { PageHeader } from '../page-header.tsx'
import { useIsUnderWay } from '../step-help.tsx'
import { Panel } from './panel.tsx'

/**
 * Page template default2022: a panel in the customer's colours on the left and the form on the right. On a phone
 * the panel is a band below the header, in the first step only. After the first step the panel is narrower.
 */
export function Default2022({ children }: { children: ReactNode }) {
  return (
    <div className={useIsUnderWay() ? 'template template-narrow' : 'template'}>
      <div className="column">
        <PageHeader />
        {children}
        <PageFooter />
      </div>
      <Panel />
    </div>
  )
}
