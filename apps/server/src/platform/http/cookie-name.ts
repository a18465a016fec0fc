import type { Config } from '../config.ts'

/** Returns true if the deployment is served over HTTPS. */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:')

/**
 * Returns the name of a cookie that only the server reads. Over HTTPS the name has a prefix: `__Host-` if the cookie's
 * path is "/", otherwise `__Secure-`. Browsers accept cookies with these prefixes only over HTTPS, and `__Host-`
 * cookies only without a Domain attribute (RFC 6265bis, 4.1.3).
 */
export function prefixedCookieName(config: Pick<Config, 'publicUrl'>, name: string, path: string): string {
  if (!isSecure(config)) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}
