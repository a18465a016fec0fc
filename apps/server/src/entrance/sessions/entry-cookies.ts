import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { keyedHash } from '../../platform/keys/rules.ts'

/** Lifetime in seconds of the cookies that bind a login to a browser: the time from the login to the form, in which the browser only follows redirects. */
const STEPS_S = 600
const MARK = /^[\w-]{43}$/

type CookieConfig = Pick<Config, 'publicUrl' | 'serviceName' | 'secretKey'>

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, purpose: string, ...parts: string[]) =>
  keyedHash(Buffer.from(secretKey), purpose, JSON.stringify(parts)).toString('base64url')

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Returns name and path of the cookie that identifies the browser in which a login began; sent only to the endpoints of this form. */
function loginCookie(config: CookieConfig, customerCode: string) {
  const path = `/${config.serviceName}/rs/v2/forms/${customerCode}`
  return { name: prefixedCookieName(config, `login_${customerCode}`, path), path }
}

/** Returns name and path of the cookie that identifies the browser for which a session was opened; sent only to the pages of this form. */
function entryCookie(config: CookieConfig, customerCode: string) {
  const path = `/${customerCode}`
  return { name: prefixedCookieName(config, `entry_${customerCode}`, path), path }
}

const optionsOf = (config: CookieConfig, path: string) => ({ path, httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: STEPS_S }) as const

/** Sets a random cookie in the browser of a login. @returns the cookie's hash for the encrypted login message, which no other browser can use then */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: CookieConfig, customerCode: string): string {
  const { name, path } = loginCookie(config, customerCode)
  const present = request.cookies[name] ?? ''
  // Keeps the value of a cookie that the browser already has, so that two tabs can log in at once.
  const mark = MARK.test(present) ? present : randomBytes(32).toString('base64url')
  void reply.setCookie(name, mark, optionsOf(config, path))
  return hashOf(config, 'login-browser-v1', customerCode, mark)
}

/** Returns whether the browser sends the cookie whose hash is in the encrypted login message. */
export function isMarkedBrowser(request: FastifyRequest, config: CookieConfig, customerCode: string, said: string): boolean {
  const mark = request.cookies[loginCookie(config, customerCode).name] ?? ''
  return MARK.test(mark) && isSame(said, hashOf(config, 'login-browser-v1', customerCode, mark))
}

/** Sets the cookie without which no browser can use the session whose code is in `destination`, the path that the browser is redirected to. */
export function keepEntry(reply: FastifyReply, config: CookieConfig, destination: string): void {
  const { pathname, searchParams } = new URL(destination, 'http://page.invalid')
  const [, customerCode] = pathname.split('/')
  const code = searchParams.get('code')
  if (customerCode === undefined || code === null) return
  const { name, path } = entryCookie(config, customerCode)
  void reply.setCookie(name, hashOf(config, 'session-entry-v1', customerCode, code), optionsOf(config, path))
}

/** Matches the identifiers of persons who came by a login that begins and ends in the same browser. */
const OWN_LOGIN = /^(?:account|token|oidc):/

/**
 * Returns whether this browser may use a session by the code in the URL. A session of a login belongs to the browser that logged in; otherwise somebody could
 * send a link with the code of their own session and make another person fill in the form in their name. Other sessions (SSO messages, personal links) always
 * come by links, and the page shows the person's name.
 */
export function mayUseSession(request: FastifyRequest, config: CookieConfig, customerCode: string, code: string, person: string | null): boolean {
  if (person === null || !OWN_LOGIN.test(person)) return true
  return isSame(request.cookies[entryCookie(config, customerCode).name] ?? '', hashOf(config, 'session-entry-v1', customerCode, code))
}
