/**
 * Fetches the code that only some pages need, once the browser has painted the page. Links in the document would use a slow
 * connection before the first paint: Lighthouse estimated it 0.2 s later.
 * This function is an inline script in the document, so it must not use anything else from this module.
 * @param files addresses of the modules
 * @param nonce nonce of the page's Content-Security-Policy
 */
export function preloadAfterFirstPaint(files: readonly string[], nonce: string): void {
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href, nonce }))
  }
  requestAnimationFrame(() => setTimeout(start))
  // Browsers draw no frames in tabs that nobody sees.
  setTimeout(start, 200)
}
