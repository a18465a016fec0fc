import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import { isSecure } from '../../platform/http/cookie-name.ts'

/**
 * Returns the name of the cookie that stores the step that a visitor requested before the login (visitor specification,
 * section 2: the stored next route). The page's script writes it too.
 */
const nameOf = (customerCode: string) => `next_${customerCode}`

/** Lifetime in seconds of the cookie with the requested step, as long as a login by mail or at a provider may take. */
const KEPT_S = 1_800

/** Stores the step to which the visitor returns after the login; null deletes the stored step. */
export function keepNextRoute(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customerCode: string, codeTag: string | null): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure(config) } as const
  if (codeTag === null) void reply.clearCookie(nameOf(customerCode), options)
  else void reply.setCookie(nameOf(customerCode), codeTag, { ...options, maxAge: KEPT_S })
}

/** Returns the stored step if the form still has it, and deletes the cookie. */
export function takeNextRoute(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customer: Customer): string | undefined {
  const codeTag = request.cookies[nameOf(customer.code)]
  if (codeTag === undefined) return undefined
  keepNextRoute(reply, config, customer.code, null)
  return customer.published.nodes.has(codeTag) ? codeTag : undefined
}
