import { SYSTEM_SETTINGS } from '@sportello/contract'

type Settings = ReadonlyMap<string, string>

/** Where EBBY's chat is: system setting `ebby_url`. There is no default: a deployment without it has no such chat. */
export function ebbySite(settings: Settings): string | null {
  return siteOf(settings.get('ebby_url'))
}

/** Where CRISP's script comes from: system setting `crisp_url`, for who puts a proxy of their own before it; else CRISP itself: its script is `l.js` below it (https://docs.crisp.chat). */
export function crispSite(settings: Settings): string | null {
  return siteOf(settings.get('crisp_url') || SYSTEM_SETTINGS.crisp_url.preset)
}

/** An address of http or https without a trailing slash; null where it is none, or would mean something else in a policy. */
function siteOf(address: string | undefined): string | null {
  const url = address === undefined ? null : URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(url.host) ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : null
}
