import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'
import { isSecure, prefixedCookieName } from '../../platform/http/cookie-name.ts'
import { decryptMessage, encryptMessage, messageKey } from '../sessions/rules.ts'
import type { OidcAttempt } from './oidc-client.ts'

/** Seconds within which a person must log in at an OpenID Connect provider. */
export const ATTEMPT_S = 600

const encryptedAttempt = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string(), exp: z.number() })
const attemptKey = (config: Pick<Config, 'secretKey'>) => messageKey(config.secretKey, 'oidc-attempt-v1')

/** The login page on which an OpenID Connect login began. The person cannot finish the login at another login page. */
export interface OidcDoor {
  /** Name of the login page: the customer's code, or for the operators' login a name that no customer can have. */
  name: string
  cookie: string
  /** Path attribute of the cookie that stores the state of an OpenID Connect login. */
  path: string
}

/**
 * Stores the state of an OpenID Connect login in an encrypted cookie. Any server process can finish the login, but only
 * in the same browser.
 */
export function keepAttempt(reply: FastifyReply, config: Config, { name, cookie, path }: OidcDoor, attempt: OidcAttempt): void {
  const sealed = encryptMessage(attemptKey(config), name, { ...attempt, exp: Math.floor(now() / 1_000) + ATTEMPT_S })
  void reply.setCookie(prefixedCookieName(config, cookie, path), sealed, { path, httpOnly: true, sameSite: 'lax', secure: isSecure(config), maxAge: ATTEMPT_S })
}

/**
 * Reads the state of an OpenID Connect login from its cookie and deletes the cookie; returns undefined if the browser
 * sent no valid cookie.
 */
export function takeAttempt(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'secretKey' | 'publicUrl'>, { name, cookie, path }: OidcDoor) {
  const kept = prefixedCookieName(config, cookie, path)
  void reply.clearCookie(kept, { path, secure: isSecure(config) })
  const parsed = encryptedAttempt.safeParse(decryptMessage(attemptKey(config), name, request.cookies[kept] ?? ''))
  if (!parsed.success || parsed.data.exp * 1_000 < now()) return undefined
  const { exp: _exp, ...attempt } = parsed.data
  return attempt satisfies OidcAttempt
}
