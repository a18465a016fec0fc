import { SYSTEM_SETTINGS } from '@sportello/contract'

type Settings = ReadonlyMap<string, string>

/** Returns the URL of EBBY's live chat from the system setting `ebby_url`; null if it is not set. */
export function ebbySite(settings: Settings): string | null {
  return siteOf(settings.get('ebby_url'))
}

/**
 * Returns the site from which browsers load `l.js`, the script of CRISP's live chat. The system setting `crisp_url` may
 * name a proxy of the deployment. If it is not set, returns CRISP's own site (https://docs.crisp.chat).
 */
export function crispSite(settings: Settings): string | null {
  return siteOf(settings.get('crisp_url') || SYSTEM_SETTINGS.crisp_url.preset)
}

/**
 * Returns an HTTP or HTTPS URL without a trailing slash; null if the URL is invalid or contains characters that have a
 * meaning in a Content-Security-Policy.
 */
function siteOf(address: string | undefined): string | null {
  const url = address === undefined ? null : URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(url.host) ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : null
}
