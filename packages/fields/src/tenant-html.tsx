import { useMemo } from 'react'

interface HtmlPolicy {
  createHTML: (html: string) => string
}

/**
 * The part of the Trusted Types API that this module uses (https://www.w3.org/TR/trusted-types/), because TypeScript's
 * DOM types do not include it.
 */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy } }

/**
 * Trusted Types policy `tenant-html`. The page's content security policy rejects HTML that was not created by such a
 * policy.
 */
const policy = trustedTypes?.createPolicy('tenant-html', { createHTML: (html) => html })

/**
 * Renders a tenant's HTML. The server has sanitised it with an allow-list, both when it was saved and before it was
 * sent to the browser. No other component inserts tenants' HTML into the page.
 */
export function TenantHtml({ html, className }: { html: string; className: string }) {
  // The object with the HTML is memoised, because React would set the element's HTML again each time it receives a new
  // object.
  const trusted = useMemo(() => policy?.createHTML(html) ?? html, [html])
  return <div className={className} dangerouslySetInnerHTML={{ __html: trusted }} />
}

/**
 * Parses tenants' HTML into a separate document and returns its body, for code that reads the elements. In this
 * document scripts do not run and pictures are not loaded.
 */
export function readTenantHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? html) as string, 'text/html').body
}
