import type { Config } from '../config.ts'

export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:')

/**
 * The name of a cookie that the server alone reads (RFC 6265bis, 4.1.3): over https with the prefix by which a browser takes it from nobody
 * but this very host. `__Host-` is for those that are sent to every path.
 */
export function guardedName(config: Pick<Config, 'publicUrl'>, name: string, path: string): string {
  if (!isSecure(config)) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}
