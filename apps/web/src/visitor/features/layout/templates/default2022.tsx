import type { ReactNode } from 'react'
import { PageFooter } from '../page-footer.tsx'
import { PageHeader } from '../page-header.tsx'
import { Panel } from './panel.tsx'

/**
 * Page template default2022: a panel in the customer's colours on the left and the form on the right. On a phone, both
 * are in one column, with the form first.
 */
export function Default2022({ children }: { children: ReactNode }) {
  return (
    <div className="template">
      <div className="column">
        <PageHeader />
        {children}
        <PageFooter />
      </div>
      <Panel />
    </div>
  )
}
