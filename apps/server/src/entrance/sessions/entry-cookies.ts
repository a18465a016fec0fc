import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { keyedHash } from '../../platform/keys/rules.ts'

/**
 * Lifetime in seconds of the cookies that bind a login to a browser. The browser needs the cookies from the login to
 * the first page of the form, while it only follows redirects.
 */
const STEPS_S = 600
const MARK = /^[\w-]{43}$/

type CookieConfig = Pick<Config, 'publicUrl' | 'serviceName' | 'secretKey'>

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, purpose: string, ...parts: string[]) =>
  keyedHash(Buffer.from(secretKey), purpose, JSON.stringify(parts)).toString('base64url')

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Returns name and path of the cookie that identifies the browser in which a login began. The browser sends the cookie
 * only to the form's API endpoints.
 */
function loginCookie(config: CookieConfig, customerCode: string) {
  const path = `/${config.serviceName}/rs/v2/forms/${customerCode}`
  return { name: prefixedCookieName(config, `login_${customerCode}`, path), path }
}

/**
 * Returns name and path of the cookie that identifies the browser for which the server opened a session. The browser
 * sends the cookie only to the form's pages.
 */
function entryCookie(config: CookieConfig, customerCode: string) {
  const path = `/${customerCode}`
  return { name: prefixedCookieName(config, `entry_${customerCode}`, path), path }
}

const optionsOf = (config: CookieConfig, path: string) => ({ path, httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: STEPS_S }) as const

/**
 * Sets a random cookie in the browser that logs in.
 * @returns the cookie's hash for the encrypted login message, which then works only in the same browser
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: CookieConfig, customerCode: string): string {
  const { name, path } = loginCookie(config, customerCode)
  const present = request.cookies[name] ?? ''
  // Keeps the value of a login cookie that the browser already has, so that two tabs can log in at the same time.
  const mark = MARK.test(present) ? present : randomBytes(32).toString('base64url')
  void reply.setCookie(name, mark, optionsOf(config, path))
  return hashOf(config, 'login-browser-v1', customerCode, mark)
}

/** Returns whether the browser sends the login cookie whose hash is in the encrypted login message. */
export function isMarkedBrowser(request: FastifyRequest, config: CookieConfig, customerCode: string, said: string): boolean {
  const mark = request.cookies[loginCookie(config, customerCode).name] ?? ''
  return MARK.test(mark) && isSame(said, hashOf(config, 'login-browser-v1', customerCode, mark))
}

/**
 * Sets the cookie that a browser needs to use a new session.
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

/** Matches the identifiers of persons who logged in by this server or by the form's OpenID Connect provider. */
const OWN_LOGIN = /^(?:account|token|oidc):/

/**
 * Returns whether this browser may use a session by the code in the URL. A session of a login can be used only in the
 * browser that logged in. Otherwise a recipient of a link with the attacker's session would fill in the form in the
 * attacker's name. Other sessions (SSO messages, personal links) always start from a link, and the page shows the
 * person's name.
 */
export function mayUseSession(request: FastifyRequest, config: CookieConfig, customerCode: string, code: string, person: string | null): boolean {
  if (person === null || !OWN_LOGIN.test(person)) return true
  return isSame(request.cookies[entryCookie(config, customerCode).name] ?? '', hashOf(config, 'session-entry-v1', customerCode, code))
}
