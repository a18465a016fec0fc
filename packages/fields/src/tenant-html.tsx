import { useMemo } from 'react'

interface HtmlPolicy {
  createHTML: (html: string) => string
}

/**
 * The part of the Trusted Types API that this module uses (https://www.w3.org/TR/trusted-types/); TypeScript's DOM
 * types lack it.
 */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy } }

/**
 * Trusted Types policy `tenant-html`. The page's content security policy rejects markup that this policy has not
 * created.
 */
const policy = trustedTypes?.createPolicy('tenant-html', { createHTML: (html) => html })

/**
 * Renders a tenant's HTML. The server has cleaned it by its allow-list on save and again on output. No other component
 * inserts tenant HTML into the page.
 */
export function TenantHtml({ html, className }: { html: string; className: string }) {
  // The object with the HTML is memoised, because React would set the element's HTML again whenever the object changed.
  const trusted = useMemo(() => policy?.createHTML(html) ?? html, [html])
  return <div className={className} dangerouslySetInnerHTML={{ __html: trusted }} />
}

/**
 * Parses tenant HTML into a separate document and returns its body, for code that reads the HTML's elements. In this
 * document scripts do not run and pictures do not load.
 */
export function readTenantHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? html) as string, 'text/html').body
}
