import type { BlockDefinition } from '../../define-block.ts'

export interface HtmlHeaderButton {
  url: string
  title: string
}

/**
 * Characters that the URL of a link must not contain: white space and control characters, which browsers remove before
 * they read the scheme of a URL, and the backslash, which browsers treat as a slash.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs in question
const UNFIT = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/

/**
 * Returns the URL of an author's link. If the URL has no scheme, http:// is added (visitor specification, section 5).
 * Returns undefined if the URL is not allowed: only http, https, mailto and tel are.
 */
export function linkAddress(typed: string): string | undefined {
  const url = typed.trim()
  if (url === '' || UNFIT.test(url)) return undefined
  if (/^(?:mailto|tel):[^/]/i.test(url)) return url
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) && !HOST_AND_PORT.test(url) ? url : url.startsWith('//') ? `http:${url}` : `http://${url}`
  return /^https?:\/\/[^/?#]/i.test(whole) ? whole : undefined
}

/**
 * A button in the page header. The server removes a URL that is not allowed when it sends the block to the browser,
 * because stored forms may contain URLs that were allowed by an older rule.
 */
export const htmlHeaderButton: BlockDefinition<HtmlHeaderButton> = {
  mapHtml: (value) => (linkAddress(value.url) === undefined ? { ...value, url: '' } : value),
}
