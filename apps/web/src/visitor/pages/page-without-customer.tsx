import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../../shared/phrase.tsx'
import { Button } from '../../shared/ui/button.tsx'

/** Layout of a page that belongs to no customer, such as "not found". It shows the product's logo. */
export function PageWithoutCustomer({ children }: { children: ReactNode }) {
  return (
    <main className="alone">
      <p className="alone-sign">
        <svg viewBox="0 0 16 16" width="32" height="32" aria-hidden="true" focusable="false">
          <rect width="16" height="16" rx="4" fill="#1f4f8f" />
          <path d="M4 11V6a4 4 0 0 1 8 0v5M3 12h10" fill="none" stroke="#fff" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
        Sportello
      </p>
      {children}
    </main>
  )
}

/**
 * Back button, which is the only action on a page that belongs to no customer. It disappears in a new tab, which has no
 * page to go back to.
 */
export function BackButton() {
  const { t } = useWords()
  const [leads, setLeads] = useState(true)
  // The server does not know the browser's history.
  useEffect(() => setLeads(history.length > 1), [])
  if (!leads) return null
  return (
    <Button weight="primary" onClick={() => history.back()}>
      {t('pagina_precedente')}
    </Button>
  )
}
