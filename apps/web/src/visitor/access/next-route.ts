import { writeCookie } from '../../shared/write-cookie.ts'

/**
 * Lifetime in seconds of the cookie that stores which step opens after the login. It leaves time for a login by mail or
 * through a login provider.
 */
const KEPT_S = 1_800

/**
 * Stores in a cookie which step opens after the login. The server reads the cookie when the session starts (visitor
 * specification, section 2: the stored next route).
 */
export function keepNextRoute(customer: string, codeTag: string | undefined): void {
  writeCookie(`next_${customer}`, codeTag === undefined ? '' : encodeURIComponent(codeTag), codeTag === undefined ? 0 : KEPT_S)
}
