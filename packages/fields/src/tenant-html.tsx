/** The one place where a tenant's HTML enters the page. The server cleaned it by its allow-list, on save and again on output. */
export function TenantHtml({ html, className }: { html: string; className: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
