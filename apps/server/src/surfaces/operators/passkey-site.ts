import { isIP } from 'node:net'
import type { Config } from '../../platform/config.ts'
import { apiError } from '../../platform/http/api-error.ts'

/** How long a browser may take to answer. */
export const CHALLENGE_S = 300

/** Where passkeys are made and used (Web Authentication Level 3, 5.1.2: the relying party's id, and 13.4.9: its origin). */
export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * The deployment's public address as a browser binds passkeys to it; null where it makes none there: it asks for a name, not a number, and
 * for https but on the machine itself.
 */
export function passkeySiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null
  return { rpId: hostname, origin }
}

/** @throws ApiError forms_mgmt0001 where there are no passkeys. */
export function requireSite(config: Pick<Config, 'publicUrl'>): PasskeySite {
  const site = passkeySiteOf(config)
  if (!site) throw apiError('forms_mgmt0001', [], 'PUBLIC_URL')
  return site
}

/** An operator's handle, as authenticators keep it. */
export const handleBytes = (handle: string) => Buffer.from(handle.replaceAll('-', ''), 'hex')
