import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './api-error.ts'
import { networkOf } from './network-address.ts'

/**
 * An entry of the security log: a sign-in, a failed sign-in, or a sign-out (docs/security.md, “Logs”). It contains no
 * text that a person typed, because people sometimes type a password in the wrong field.
 */
export interface SignInEvent {
  event: 'sign_in' | 'sign_out'
  /** The method of the sign-in: `password`, `password+code`, `passkey`, `provider`, `token`, `message`, `recovery`. */
  way: string
  outcome: 'success' | 'failure'
  /** User name of the operator who signs in; undefined if no operator has the user name that was typed. */
  operator?: string
  /** Code of the form to which the visitor logs in. */
  form?: string
}

/**
 * Error codes that the product's own pages never cause: malware, a forged captcha, fields that the form does not have,
 * and codes of another form.
 */
const SUSPICIOUS: ReadonlySet<string> = new Set(['forms0026', 'forms0030', 'forms0041', 'forms0044'])
const DENIED: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * Maximum number of rejected requests that one server process logs per minute. The limit prevents a client that repeats
 * requests from filling the disk.
 */
export const DENIALS_PER_MINUTE = 600

/**
 * Returns a keyed hash of the client's network. The hash shows which log lines belong to the same network without
 * revealing its address. The proxy's log contains the address, under the same request id.
 */
function networkHash({ secretKey }: Pick<Config, 'secretKey'>, request: FastifyRequest): string {
  return createHmac('sha256', secretKey)
    .update(`log_network\n${networkOf(request.ip)}`)
    .digest('base64url')
    .slice(0, 12)
}

/** Writes a sign-in, a failed sign-in or a sign-out to the security log. */
export function logSignIn(config: Pick<Config, 'secretKey'>, request: FastifyRequest, entry: SignInEvent): void {
  const line = { ...entry, network: networkHash(config, request) }
  if (entry.outcome === 'failure') request.log.warn(line, 'sign-in failed')
  else request.log.info(line, entry.event === 'sign_in' ? 'signed in' : 'signed out')
}

/** Logs rejected requests that may be part of an attack, at most `DENIALS_PER_MINUTE` lines per minute. */
export function logDeniedRequests(app: FastifyInstance, config: Pick<Config, 'secretKey'>): void {
  let minute = 0
  let denials = 0
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ApiError)) return
    const [{ code }] = error.entries
    if (!DENIED.has(error.status) && !SUSPICIOUS.has(code)) return
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) {
      if (denials > DENIALS_PER_MINUTE)
        request.log.warn({ event: 'refused', untold: denials - DENIALS_PER_MINUTE }, 'more requests were denied than are logged')
      minute = now
      denials = 0
    }
    if (++denials <= DENIALS_PER_MINUTE)
      request.log.warn({ event: 'refused', code, status: error.status, network: networkHash(config, request) }, 'request denied')
  })
}
