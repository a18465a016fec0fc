import { SYSTEM_SETTINGS } from '@sportello/contract'
import type { Config } from '../../platform/config.ts'
import { DEMONSTRATION_PATH, hasDemonstrationChat } from './demonstration-site.ts'

type Settings = ReadonlyMap<string, string>

/** The page of EBBY's live chat. */
export interface EbbySite {
  /** URL of the page. Visitors read it before they open the chat. */
  site: string
  /**
   * URL that the browser opens in the frame: the same URL or, for the demonstration, its path. The demonstration then
   * has the origin of the form's page, even if the visitor reaches the deployment at another address than its public
   * URL.
   */
  frame: string
  /** True if the page is the demonstration, which this server serves itself. */
  isDemonstration: boolean
}

/**
 * Returns the page of EBBY's live chat: the system setting `ebby_url`. If it is not set, a demonstration deployment uses
 * its own demonstration of a chat; other deployments have no page. Returns null if there is no page or its URL is
 * invalid.
 */
export function ebbySite(config: Pick<Config, 'demo' | 'publicUrl'>, settings: Settings): EbbySite | null {
  const address = settings.get('ebby_url')?.trim()
  if (!address && hasDemonstrationChat(config)) return { site: `${config.publicUrl}${DEMONSTRATION_PATH}`, frame: DEMONSTRATION_PATH, isDemonstration: true }
  const site = siteOf(address)
  return site === null ? null : { site, frame: site, isDemonstration: false }
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
