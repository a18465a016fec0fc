import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { keyedHash } from '../../platform/keys/rules.ts'

/** Lifetime of the cookies in seconds: the time from the login to the form, in which the browser only follows redirects. */
const STEPS_S = 600
const MARK = /^[\w-]{43}$/

type CookieConfig = Pick<Config, 'publicUrl' | 'serviceName' | 'secretKey'>

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, purpose: string, ...parts: string[]) =>
  keyedHash(Buffer.from(secretKey), purpose, JSON.stringify(parts)).toString('base64url')

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The cookie that marks the browser of a login; sent to this form's calls only. */
function loginCookie(config: CookieConfig, customerCode: string) {
  const path = `/${config.serviceName}/rs/v2/forms/${customerCode}`
  return { name: prefixedCookieName(config, `login_${customerCode}`, path), path }
}

/** The cookie that marks the browser of a new session; sent to this form's pages only. */
function entryCookie(config: CookieConfig, customerCode: string) {
  const path = `/${customerCode}`
  return { name: prefixedCookieName(config, `entry_${customerCode}`, path), path }
}

const optionsOf = (config: CookieConfig, path: string) => ({ path, httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: STEPS_S }) as const

/** Marks the browser of a login with a cookie. @returns the hash for the login's message, so that no other browser can use the message */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: CookieConfig, customerCode: string): string {
  const { name, path } = loginCookie(config, customerCode)
  const present = request.cookies[name] ?? ''
  // Keeps a present mark, so that two tabs can log in at once.
  const mark = MARK.test(present) ? present : randomBytes(32).toString('base64url')
  void reply.setCookie(name, mark, optionsOf(config, path))
  return hashOf(config, 'login-browser-v1', customerCode, mark)
}

/** Returns whether the browser has the mark that a login's message names. */
export function isMarkedBrowser(request: FastifyRequest, config: CookieConfig, customerCode: string, said: string): boolean {
  const mark = request.cookies[loginCookie(config, customerCode).name] ?? ''
  return MARK.test(mark) && isSame(said, hashOf(config, 'login-browser-v1', customerCode, mark))
}

/** Lets only this browser use the session whose code is in `destination`, the path that it is redirected to. */
export function keepEntry(reply: FastifyReply, config: CookieConfig, destination: string): void {
  const { pathname, searchParams } = new URL(destination, 'http://page.invalid')
  const [, customerCode] = pathname.split('/')
  const code = searchParams.get('code')
  if (customerCode === undefined || code === null) return
  const { name, path } = entryCookie(config, customerCode)
  void reply.setCookie(name, hashOf(config, 'session-entry-v1', customerCode, code), optionsOf(config, path))
}

/** Matches the persons of logins that begin and end in the same browser. */
const OWN_LOGIN = /^(?:account|token|oidc):/

/**
 * Returns whether this browser may use a session by its code. A session of a login belongs to the browser that logged in; otherwise somebody could send a link with the code of
 * their own session and make another person fill in the form in their name. Sessions of other sources always come by links, and the page shows whose they are.
 */
export function mayUseSession(request: FastifyRequest, config: CookieConfig, customerCode: string, code: string, person: string | null): boolean {
  if (person === null || !OWN_LOGIN.test(person)) return true
  return isSame(request.cookies[entryCookie(config, customerCode).name] ?? '', hashOf(config, 'session-entry-v1', customerCode, code))
}
