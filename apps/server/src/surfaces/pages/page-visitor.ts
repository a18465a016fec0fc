import { CODE_PATTERN } from '@sportello/contract/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { mayUseSession, type Session, sessionOf } from '../../entrance/sessions/rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { surveyCompiled } from '../../requests/requests/rules.ts'
import { dropSessionCode, sessionCodeOf } from './session-cookie.ts'

/** The visitor for whom the server renders a page. */
export interface PageVisitor {
  session: (Session & { code: string }) | null
  /** The error for a visitor whose session is no longer valid; null if there is no error. */
  refused: ApiError | null
  /**
   * True if the visitor has already answered the survey. Undefined if the form is no survey, or a survey that may be
   * answered
   * several times.
   */
  compiled: boolean | undefined
}

/**
 * Returns true if a URL contains a session code, as the URL path "/sso" and personal links do. The server moves the
 * code from the URL to a cookie.
 */
export function bringsCode(path: string, query: { code?: unknown }): boolean {
  const [, route, ...rest] = path.split('/').filter(Boolean)
  if (rest.length > 0) return false
  return route === 'sso' || (route === undefined && typeof query.code === 'string')
}

/**
 * Returns true if the code in a URL belongs to a session that this browser may use. The session may have expired or
 * belong
 * to another form. Any other code must not replace the visitor's current session.
 */
export async function isSessionCode(services: CustomerServices, customer: Customer, code: unknown, request: FastifyRequest): Promise<boolean> {
  if (typeof code !== 'string') return false
  try {
    const session = await sessionOf(services, customer, code)
    return session !== null && mayUseSession(request, services.config, customer.code, code, session.person)
  } catch (error) {
    return !(error instanceof ApiError) || error.entries[0].code !== 'forms0011'
  }
}

/**
 * Returns the URL path to which "/sso" redirects (visitor specification, section 2): the step in `redirect` or in the
 * stored next route; without either, the home page.
 */
export function nextPath(customerCode: string, redirect: unknown): string {
  return typeof redirect === 'string' && CODE_PATTERN.test(redirect) ? `/${customerCode}/open/${redirect}` : `/${customerCode}`
}

/**
 * Returns the visitor whose session code the cookie contains. If the code is unknown, deletes the cookie and treats the
 * visitor as anonymous. If the session has ended, the form shows the error.
 */
export async function pageVisitorOf(
  services: CustomerServices,
  customer: Customer,
  path: string,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<PageVisitor> {
  const { session, refused } = await sessionFor(services, customer, exchange)
  // Ignores a failure of the database. The page then shows the error in the visitor's language.
  const compiled = await surveyCompiled(services, customer, session, exchange).catch(() => false)
  const [, route] = path.split('/').filter(Boolean)
  return { session, refused: route === undefined || route === 'open' ? refused : null, compiled }
}

async function sessionFor(
  services: CustomerServices,
  customer: Customer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Pick<PageVisitor, 'session' | 'refused'>> {
  const code = sessionCodeOf(request, customer.code)
  try {
    const session = await sessionOf(services, customer, code)
    // The simulated session of a preview has no code, so a placeholder is used.
    return { session: session && { ...session, code: code ?? 'preview' }, refused: null }
  } catch (error) {
    if (!(error instanceof ApiError)) return { session: null, refused: null }
    dropSessionCode(reply, customer.code)
    return { session: null, refused: error.entries[0].code === 'forms0011' ? null : error }
  }
}
