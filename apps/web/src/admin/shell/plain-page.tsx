import type { ReactNode } from 'react'

/** Page of the dashboard with a title and one message or form, but without the header and the menu. */
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
