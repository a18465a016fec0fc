import { CODE_PATTERN } from '@sportello/contract/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { mayUseSession, type Session, sessionOf } from '../../entrance/sessions/rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { surveyCompiled } from '../../requests/requests/rules.ts'
import { dropSessionCode, sessionCodeOf } from './session-cookie.ts'

/** Who looks at a page. */
export interface PageVisitor {
  session: (Session & { code: string }) | null
  /** Why the code that the visitor came with opens the form no more. */
  refused: ApiError | null
  /** As `configurationOf` takes it. */
  compiled: boolean | undefined
}

/** Whether an address brings a session code: that of the sso route, or of a personal link. The code leaves the address at once, for the cookie. */
export function bringsCode(path: string, query: { code?: unknown }): boolean {
  const [, route, ...rest] = path.split('/').filter(Boolean)
  if (rest.length > 0) return false
  return route === 'sso' || (route === undefined && typeof query.code === 'string')
}

/** Whether a code that an address brings is a session's, be it over or another form's: nonsense must not end the visit of who follows a link, nor may another browser’s login. */
export async function isSessionCode(services: CustomerServices, customer: Customer, code: unknown, request: FastifyRequest): Promise<boolean> {
  if (typeof code !== 'string') return false
  try {
    const session = await sessionOf(services, customer, code)
    return session !== null && mayUseSession(request, services.config, customer.code, code, session.person)
  } catch (error) {
    return !(error instanceof ApiError) || error.entries[0].code !== 'forms0011'
  }
}

/** visitor specification, section 2, "/sso": on to the step that `redirect` or the stored next route names, which is never an address; else home. */
export function nextPath(customerCode: string, redirect: unknown): string {
  return typeof redirect === 'string' && CODE_PATTERN.test(redirect) ? `/${customerCode}/open/${redirect}` : `/${customerCode}`
}

/** Who comes, by the cookie. A code that names nothing is forgotten: its bearer comes as one without. Of one that is over they are told, at the form. */
export async function pageVisitorOf(
  services: CustomerServices,
  customer: Customer,
  path: string,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<PageVisitor> {
  const { session, refused } = await sessionFor(services, customer, exchange)
  // A database that is away is the page's to tell, in the visitor's words.
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
    return { session: session && { ...session, code: code ?? '' }, refused: null }
  } catch (error) {
    if (!(error instanceof ApiError)) return { session: null, refused: null }
    dropSessionCode(reply, customer.code)
    return { session: null, refused: error.entries[0].code === 'forms0011' ? null : error }
  }
}
