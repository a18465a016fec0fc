import { writeCookie } from '../../shared/write-cookie.ts'

/** As long as a login may take: by mail, or at a provider. */
const KEPT_S = 1_800

/** Stores the step to which the login leads back, for the server, which reads it when the session begins (visitor specification, section 2: the stored next route). */
export function keepNextRoute(customer: string, codeTag: string | undefined): void {
  writeCookie(`next_${customer}`, codeTag === undefined ? '' : encodeURIComponent(codeTag), codeTag === undefined ? 0 : KEPT_S)
}
