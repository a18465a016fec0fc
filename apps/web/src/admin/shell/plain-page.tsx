import type { ReactNode } from 'react'

/** A page with one thing to say or to ask. */
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
