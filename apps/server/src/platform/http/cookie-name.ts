import type { Config } from '../config.ts'

/** Returns whether the deployment is served over https. */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:')

/**
 * Returns the name of a cookie that only the server reads. Over https it has a prefix, `__Host-` for the path "/" or else `__Secure-`: browsers accept both
 * over a secure connection only, and `__Host-` from this very host only (RFC 6265bis, 4.1.3).
 */
export function prefixedCookieName(config: Pick<Config, 'publicUrl'>, name: string, path: string): string {
  if (!isSecure(config)) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}
