import type { ReactNode } from 'react'

/** Simple page of the dashboard: a title and one message or form, without the header and the menu. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="plain-page">
      <title>{title}</title>
      <div className="plain-card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
