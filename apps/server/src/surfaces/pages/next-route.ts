import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import { isSecure } from '../../platform/http/cookie-name.ts'

/**
 * Returns the name of the cookie for the next route: the step that a visitor requested before the login (visitor
 * specification, section 2). The page's script writes the cookie too.
 */
const nameOf = (customerCode: string) => `next_${customerCode}`

/**
 * Lifetime in seconds of the cookie with the step that a visitor requested: as long as a login by mail or at a provider
 * may take.
 */
const KEPT_S = 1_800

/**
 * Stores, in a cookie, the step to which the visitor returns after the login. If the step is null, deletes the cookie.
 */
export function keepNextRoute(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customerCode: string, codeTag: string | null): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure(config) } as const
  if (codeTag === null) void reply.clearCookie(nameOf(customerCode), options)
  else void reply.setCookie(nameOf(customerCode), codeTag, { ...options, maxAge: KEPT_S })
}

/**
 * Returns the step that the visitor requested before the login, if the form still has it. Deletes the cookie in which
 * the
 * step was stored.
 */
export function takeNextRoute(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customer: Customer): string | undefined {
  const codeTag = request.cookies[nameOf(customer.code)]
  if (codeTag === undefined) return undefined
  keepNextRoute(reply, config, customer.code, null)
  return customer.published.nodes.has(codeTag) ? codeTag : undefined
}
