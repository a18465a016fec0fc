import type { FastifyReply, FastifyRequest } from 'fastify'
import { COOKIE_S } from '../../entrance/sessions/rules.ts'
import type { Config } from '../../platform/config.ts'
import { isSecure } from '../../platform/http/cookie-name.ts'

/** Returns the name of the cookie that stores a visitor's session code in base64 (wire contract, section “Access”). */
const nameOf = (customerCode: string) => `otp_${customerCode}`
const SESSION_CODE = /^[\w-]{1,512}$/

/** Returns the session code from a visitor's cookie; undefined if there is no valid cookie. */
export function sessionCodeOf(request: FastifyRequest, customerCode: string): string | undefined {
  const code = Buffer.from(request.cookies[nameOf(customerCode)] ?? '', 'base64').toString('utf8')
  return SESSION_CODE.test(code) ? code : undefined
}

/**
 * Stores a visitor's session code in a cookie for half an hour. The cookie is not HttpOnly, because the page's script
 * deletes it after a submission and at logout.
 */
export function keepSessionCode(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customerCode: string, code: unknown): void {
  if (typeof code !== 'string' || !SESSION_CODE.test(code)) return
  const options = { path: '/', sameSite: 'lax', secure: isSecure(config), maxAge: COOKIE_S } as const
  void reply.setCookie(nameOf(customerCode), Buffer.from(code).toString('base64'), { ...options, encode: (value) => value })
}

export function dropSessionCode(reply: FastifyReply, customerCode: string): void {
  void reply.clearCookie(nameOf(customerCode), { path: '/' })
}
