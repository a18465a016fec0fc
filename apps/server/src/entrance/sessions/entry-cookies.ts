import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { keyedHash } from '../../platform/keys/rules.ts'

/**
 * Lifetime in seconds of the cookies that bind a login to a browser. The browser needs them only while it follows the
 * redirects from the login to the form's first page.
 */
const STEPS_S = 600
const MARK = /^[\w-]{43}$/

type CookieConfig = Pick<Config, 'publicUrl' | 'serviceName' | 'secretKey'>

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, purpose: string, ...parts: string[]) =>
  keyedHash(Buffer.from(secretKey), purpose, JSON.stringify(parts)).toString('base64url')

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Returns the name and path of the login cookie. This cookie identifies the browser in which a login began. The browser
 * sends it only to the form's API endpoints.
 */
function loginCookie(config: CookieConfig, customerCode: string) {
  const path = `/${config.serviceName}/rs/v2/forms/${customerCode}`
  return { name: prefixedCookieName(config, `login_${customerCode}`, path), path }
}

/**
 * Returns the name and path of the session's cookie. This cookie identifies the browser for which the server opened a
 * session. The browser sends it only to the form's pages.
 */
function entryCookie(config: CookieConfig, customerCode: string) {
  const path = `/${customerCode}`
  return { name: prefixedCookieName(config, `entry_${customerCode}`, path), path }
}

const optionsOf = (config: CookieConfig, path: string) => ({ path, httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: STEPS_S }) as const

/**
 * Sets a cookie with a random value in the browser in which the visitor logs in.
 * @returns the hash of the value for the encrypted login message, so that the message works only in this browser
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: CookieConfig, customerCode: string): string {
  const { name, path } = loginCookie(config, customerCode)
  const present = request.cookies[name] ?? ''
  // If the browser already has a login cookie, keeps its value. Two logins in two tabs can then run at the same time.
  const mark = MARK.test(present) ? present : randomBytes(32).toString('base64url')
  void reply.setCookie(name, mark, optionsOf(config, path))
  return hashOf(config, 'login-browser-v1', customerCode, mark)
}

/** Returns true if the browser sends the login cookie whose hash the encrypted login message contains. */
export function isMarkedBrowser(request: FastifyRequest, config: CookieConfig, customerCode: string, said: string): boolean {
  const mark = request.cookies[loginCookie(config, customerCode).name] ?? ''
  return MARK.test(mark) && isSame(said, hashOf(config, 'login-browser-v1', customerCode, mark))
}

/**
 * Sets the cookie without which a browser cannot use a new session.
 * @param destination the path to which the server redirects the browser; it contains the session's code
 */
export function keepEntry(reply: FastifyReply, config: CookieConfig, destination: string): void {
  const { pathname, searchParams } = new URL(destination, 'http://page.invalid')
  const [, customerCode] = pathname.split('/')
  const code = searchParams.get('code')
  if (customerCode === undefined || code === null) return
  const { name, path } = entryCookie(config, customerCode)
  void reply.setCookie(name, hashOf(config, 'session-entry-v1', customerCode, code), optionsOf(config, path))
}

/**
 * Matches a person's identifier if the session began with a login at this server or at the form's OpenID Connect
 * provider.
 */
const OWN_LOGIN = /^(?:account|token|oidc):/

/**
 * Returns true if this browser may use the session whose code is in the URL. A session that began with a login works
 * only
 * in the browser of that login. Otherwise an attacker could send a person a link with the attacker's own session, and
 * the person would fill in the form in the attacker's name. Other sessions (SSO messages, personal links) always start
 * from a link; they work in every browser, and the page shows the name of the session's person.
 */
export function mayUseSession(request: FastifyRequest, config: CookieConfig, customerCode: string, code: string, person: string | null): boolean {
  if (person === null || !OWN_LOGIN.test(person)) return true
  return isSame(request.cookies[entryCookie(config, customerCode).name] ?? '', hashOf(config, 'session-entry-v1', customerCode, code))
}
