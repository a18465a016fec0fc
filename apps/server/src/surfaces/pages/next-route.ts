import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'
import { isSecure } from '../../platform/http/cookie-name.ts'

/** The cookie that holds the step which a visitor asked for before the login (visitor specification, section 2: the stored next route). The page writes it too. */
const nameOf = (customerCode: string) => `next_${customerCode}`

/** As long as a login may take: by mail, or at a provider. */
const KEPT_S = 1_800

/** Stores the step to which a login will lead; null removes it. */
export function keepNextRoute(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customerCode: string, codeTag: string | null): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure(config) } as const
  if (codeTag === null) void reply.clearCookie(nameOf(customerCode), options)
  else void reply.setCookie(nameOf(customerCode), codeTag, { ...options, maxAge: KEPT_S })
}

/** The stored step, where the form still has it; it is used once. */
export function takeNextRoute(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customer: Customer): string | undefined {
  const codeTag = request.cookies[nameOf(customer.code)]
  if (codeTag === undefined) return undefined
  keepNextRoute(reply, config, customer.code, null)
  return customer.published.nodes.has(codeTag) ? codeTag : undefined
}
