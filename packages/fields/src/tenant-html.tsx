import { useMemo } from 'react'

interface HtmlPolicy {
  createHTML: (html: string) => string
}

/** Trusted Types (https://www.w3.org/TR/trusted-types/), as far as they are used here; the library of types does not have them yet. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy } }

/** The page's policy lets no string become markup: only what passes here does (`trusted-types tenant-html`). */
const policy = trustedTypes?.createPolicy('tenant-html', { createHTML: (html) => html })

/** The one place where a tenant's HTML enters the page. The server cleaned it by its allow-list, on save and again on output. */
export function TenantHtml({ html, className }: { html: string; className: string }) {
  // Kept: another object would be set anew with each rendering.
  const trusted = useMemo(() => policy?.createHTML(html) ?? html, [html])
  return <div className={className} dangerouslySetInnerHTML={{ __html: trusted }} />
}
