import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { keyedHash } from '../../platform/keys/rules.ts'

/** Seconds from the login to the form: the browser's own steps, without a person's. */
const STEPS_S = 600
const MARK = /^[\w-]{43}$/

type CookieConfig = Pick<Config, 'publicUrl' | 'serviceName' | 'secretKey'>

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, purpose: string, ...parts: string[]) =>
  keyedHash(Buffer.from(secretKey), purpose, JSON.stringify(parts)).toString('base64url')

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The cookie of the browser that logs in, sent to this form's calls alone. */
function loginCookie(config: CookieConfig, customerCode: string) {
  const path = `/${config.serviceName}/rs/v2/forms/${customerCode}`
  return { name: prefixedCookieName(config, `login_${customerCode}`, path), path }
}

/** The cookie of the browser in which a session was opened, sent to this form's pages alone. */
function entryCookie(config: CookieConfig, customerCode: string) {
  const path = `/${customerCode}`
  return { name: prefixedCookieName(config, `entry_${customerCode}`, path), path }
}

const optionsOf = (config: CookieConfig, path: string) => ({ path, httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: STEPS_S }) as const

/** Marks the browser that logs in. @returns what the login's message says of it; another browser cannot use that message. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: CookieConfig, customerCode: string): string {
  const { name, path } = loginCookie(config, customerCode)
  const present = request.cookies[name] ?? ''
  // The same for two tabs that log in at once.
  const mark = MARK.test(present) ? present : randomBytes(32).toString('base64url')
  void reply.setCookie(name, mark, optionsOf(config, path))
  return hashOf(config, 'login-browser-v1', customerCode, mark)
}

/** Whether this is the browser that a login's message says. */
export function isMarkedBrowser(request: FastifyRequest, config: CookieConfig, customerCode: string, said: string): boolean {
  const mark = request.cookies[loginCookie(config, customerCode).name] ?? ''
  return MARK.test(mark) && isSame(said, hashOf(config, 'login-browser-v1', customerCode, mark))
}

/** Lets this browser, and no other, take up the session to which `destination` leads: a path with its code. */
export function keepEntry(reply: FastifyReply, config: CookieConfig, destination: string): void {
  const { pathname, searchParams } = new URL(destination, 'http://page.invalid')
  const [, customerCode] = pathname.split('/')
  const code = searchParams.get('code')
  if (customerCode === undefined || code === null) return
  const { name, path } = entryCookie(config, customerCode)
  void reply.setCookie(name, hashOf(config, 'session-entry-v1', customerCode, code), optionsOf(config, path))
}

/** Ways in that begin and end in one browser, by what they call their person. */
const OWN_LOGIN = /^(?:account|token|oidc):/

/**
 * Whether this browser may take up a session by its code. A session of a login here belongs to the browser that logged in: with a link that holds its code,
 * somebody could make others fill in a form in their name. Sessions from elsewhere come by links anyway, and the page says whose they are.
 */
export function mayUseSession(request: FastifyRequest, config: CookieConfig, customerCode: string, code: string, person: string | null): boolean {
  if (person === null || !OWN_LOGIN.test(person)) return true
  return isSame(request.cookies[entryCookie(config, customerCode).name] ?? '', hashOf(config, 'session-entry-v1', customerCode, code))
}
