import type { ReactNode } from 'react'

/** Page with a title and one message or form, without the dashboard's header and menu. */
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
