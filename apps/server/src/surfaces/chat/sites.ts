import { SYSTEM_SETTINGS } from '@sportello/contract'

type Settings = ReadonlyMap<string, string>

/** Returns the URL of EBBY's chat, the system setting `ebby_url`; null without it. */
export function ebbySite(settings: Settings): string | null {
  return siteOf(settings.get('ebby_url'))
}

/** Returns the site of CRISP's script `l.js`: the system setting `crisp_url`, for a proxy of the deployment's own, otherwise CRISP itself (https://docs.crisp.chat). */
export function crispSite(settings: Settings): string | null {
  return siteOf(settings.get('crisp_url') || SYSTEM_SETTINGS.crisp_url.preset)
}

/** Returns an http or https URL without a trailing slash; null if it is invalid or has characters that mean something else in a policy. */
function siteOf(address: string | undefined): string | null {
  const url = address === undefined ? null : URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(url.host) ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : null
}
