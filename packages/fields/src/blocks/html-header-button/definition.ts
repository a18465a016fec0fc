import type { BlockDefinition } from '../../define-block.ts'

export interface HtmlHeaderButton {
  url: string
  title: string
}

/** Blanks and control signs, which browsers drop from an address before they read its scheme, and the backslash, which they read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs in question
const UNFIT = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/

/**
 * The address of an author's link, with http:// where it has no scheme (visitor specification, section 5); undefined where it is none
 * that may be opened: only http, https, mailto and tel.
 */
export function linkAddress(typed: string): string | undefined {
  const url = typed.trim()
  if (url === '' || UNFIT.test(url)) return undefined
  if (/^(?:mailto|tel):[^/]/i.test(url)) return url
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) && !HOST_AND_PORT.test(url) ? url : url.startsWith('//') ? `http:${url}` : `http://${url}`
  return /^https?:\/\/[^/?#]/i.test(whole) ? whole : undefined
}

/** An address that was let in by an older rule is taken away on output. */
export const htmlHeaderButton: BlockDefinition<HtmlHeaderButton> = {
  mapHtml: (value) => (linkAddress(value.url) === undefined ? { ...value, url: '' } : value),
}
