import type { BlockDefinition } from '../../define-block.ts'

export interface HtmlHeaderButton {
  url: string
  title: string
}

/**
 * Characters that no URL of a link may contain: white space and control characters, which browsers drop from a URL before they read its scheme, and the
 * backslash, which browsers read as a slash.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs in question
const UNFIT = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/

/**
 * Returns the URL of an author's link; adds http:// if the URL has no scheme (visitor specification, section 5).
 * Returns undefined for a URL that must not be opened: only http, https, mailto and tel are allowed.
 */
export function linkAddress(typed: string): string | undefined {
  const url = typed.trim()
  if (url === '' || UNFIT.test(url)) return undefined
  if (/^(?:mailto|tel):[^/]/i.test(url)) return url
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) && !HOST_AND_PORT.test(url) ? url : url.startsWith('//') ? `http:${url}` : `http://${url}`
  return /^https?:\/\/[^/?#]/i.test(whole) ? whole : undefined
}

/**
 * A header button. On output, the server removes a URL that is not allowed, because stored forms may contain URLs that
 * an older rule accepted.
 */
export const htmlHeaderButton: BlockDefinition<HtmlHeaderButton> = {
  mapHtml: (value) => (linkAddress(value.url) === undefined ? { ...value, url: '' } : value),
}
