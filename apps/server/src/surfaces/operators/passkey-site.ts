import { isIP } from 'node:net'
import type { Config } from '../../platform/config.ts'
import { apiError } from '../../platform/http/api-error.ts'

/** Seconds within which a browser must respond to a passkey challenge. */
export const CHALLENGE_S = 300

/**
 * The relying party of the deployment's passkeys: its id and its origin (Web Authentication Level 3, 5.1.2 and 13.4.9).
 */
export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * Returns the relying party of passkeys for the deployment's public URL; null if browsers allow no passkeys at that
 * URL. Browsers require a host name instead of an IP address, and HTTPS except on localhost.
 */
export function passkeySiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null
  return { rpId: hostname, origin }
}

/**
 * Returns the relying party of the deployment's passkeys.
 * @throws ApiError forms_mgmt0001 if browsers allow no passkeys at the deployment's URL.
 */
export function requireSite(config: Pick<Config, 'publicUrl'>): PasskeySite {
  const site = passkeySiteOf(config)
  if (!site) throw apiError('forms_mgmt0001', [], 'PUBLIC_URL')
  return site
}

/** Returns the user handle of an operator's passkeys as the bytes that authenticators store. */
export const handleBytes = (handle: string) => Buffer.from(handle.replaceAll('-', ''), 'hex')
