import type { FastifyReply, FastifyRequest } from 'fastify'
import { COOKIE_S } from '../../entrance/sessions/rules.ts'
import type { Config } from '../../platform/config.ts'
import { isSecure } from '../../platform/http/cookie-name.ts'

/** wire contract, "Access": the cookie that keeps a visitor's session code over pages, base64. */
const nameOf = (customerCode: string) => `otp_${customerCode}`
const SESSION_CODE = /^[\w-]{1,512}$/

/** The code that a visitor's cookie holds; undefined without one, and where it holds none. */
export function sessionCodeOf(request: FastifyRequest, customerCode: string): string | undefined {
  const code = Buffer.from(request.cookies[nameOf(customerCode)] ?? '', 'base64').toString('utf8')
  return SESSION_CODE.test(code) ? code : undefined
}

/** Keeps a code for half an hour. The page itself removes it after a send and at logout, so scripts may read it. */
export function keepSessionCode(reply: FastifyReply, config: Pick<Config, 'publicUrl'>, customerCode: string, code: unknown): void {
  if (typeof code !== 'string' || !SESSION_CODE.test(code)) return
  const options = { path: '/', sameSite: 'lax', secure: isSecure(config), maxAge: COOKIE_S } as const
  void reply.setCookie(nameOf(customerCode), Buffer.from(code).toString('base64'), { ...options, encode: (value) => value })
}

export function dropSessionCode(reply: FastifyReply, customerCode: string): void {
  void reply.clearCookie(nameOf(customerCode), { path: '/' })
}
