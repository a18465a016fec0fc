import { writeCookie } from '../../shared/write-cookie.ts'

/**
 * Lifetime in seconds of the cookie that names the step to open after the login. The visitor may need this time for a
 * login by mail or at a provider.
 */
const KEPT_S = 1_800

/**
 * Stores the step to open after the login in a cookie, which the server reads when the session starts (visitor
 * specification, section 2: the stored next route).
 */
export function keepNextRoute(customer: string, codeTag: string | undefined): void {
  writeCookie(`next_${customer}`, codeTag === undefined ? '' : encodeURIComponent(codeTag), codeTag === undefined ? 0 : KEPT_S)
}
