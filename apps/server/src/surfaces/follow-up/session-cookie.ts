import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { SESSION_HOURS } from '../../requests/follow-up/queries.ts'

type CookieConfig = Pick<Config, 'publicUrl' | 'serviceName'>

const TOKEN = /^[\w-]{43}$/

/** Returns the name and path of the session's cookie. The browser sends it only to the calls of this form's follow-up page. */
function cookieOf(config: CookieConfig, customerCode: string) {
  const path = `/${config.serviceName}/rs/v2/forms/${customerCode}/follow-up`
  return { name: prefixedCookieName(config, `follow_${customerCode}`, path), path }
}

/** Returns the token of the follow-up session that the browser has for a form; undefined if it has none. */
export function followUpTokenOf(request: FastifyRequest, config: CookieConfig, customerCode: string): string | undefined {
  const token = request.cookies[cookieOf(config, customerCode).name] ?? ''
  return TOKEN.test(token) ? token : undefined
}

export function keepFollowUpToken(reply: FastifyReply, config: CookieConfig, customerCode: string, token: string): void {
  const { name, path } = cookieOf(config, customerCode)
  void reply.setCookie(name, token, { path, httpOnly: true, sameSite: 'strict', secure: isSecure(config), maxAge: SESSION_HOURS * 3_600 })
}

export function dropFollowUpToken(reply: FastifyReply, config: CookieConfig, customerCode: string): void {
  const { name, path } = cookieOf(config, customerCode)
  void reply.clearCookie(name, { path })
}
