/**
 * Returns the Content-Security-Policy of the API reference. `sandbox` gives the page an opaque origin, so that Redoc,
 * which is third-party code, can read no cookie and call no endpoint of the deployment. The page may only load its own
 * scripts and open links.
 */
export function referencePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}
