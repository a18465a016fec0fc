import { createHash } from 'node:crypto'
import type { OidcProvider } from '@sportello/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Customer } from '../customers/rules.ts'
import type { Levels } from '../routing/queries.ts'
import type { Services } from '../services.ts'
import { admit, refusedAt } from './admit.ts'
import { customerAt, leadTo } from './enter-by-message.ts'
import { beginLogin, finishLogin, type OidcAttempt } from './oidc-client.ts'
import { messageKey, openMessage, sealMessage } from './sso-message.ts'

const ATTEMPT_S = 600
const sealedAttempt = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string(), exp: z.number() })

/** Where a form's login through its provider begins; undefined where it has none. */
export function oidcLoginOf(config: Pick<Config, 'serviceName'>, { code, params }: Pick<Customer, 'code' | 'params'>): string | undefined {
  return params.oidc && params.auth_type?.includes('SSO') ? `/${config.serviceName}/rs/v2/forms/${code}/oidc` : undefined
}

/**
 * The way in through an OpenID Connect provider, which ends where a sealed message does. Between the two halves the attempt is kept
 * in the browser alone, sealed, so that any process may end what another has begun.
 */
export function enterByOidc(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { customerCode: string }; Querystring: { prompt?: unknown } }>('/forms/:customerCode/oidc', async (request, reply) => {
    const door = await doorOf(services, request.params.customerCode)
    if ('elsewhere' in door) return leadTo(reply, door.elsewhere)
    const { customer, provider, path } = door
    try {
      const prompt = request.query.prompt === 'login' ? 'login' : undefined
      const { address, attempt } = await beginLogin(provider, `${services.config.publicUrl}${path}/callback`, prompt)
      keepAttempt(reply, services.config, { customerCode: customer.code, path }, attempt)
      return leadTo(reply, address.href)
    } catch (error) {
      // The provider is away: nothing is wrong with the visitor or the link.
      request.log.warn({ err: error, customer: customer.code }, 'the login provider does not answer')
      return leadTo(reply, `/${customer.code}/error`)
    }
  })

  app.get<{ Params: { customerCode: string } }>('/forms/:customerCode/oidc/callback', async (request, reply) => {
    const door = await doorOf(services, request.params.customerCode)
    if ('elsewhere' in door) return leadTo(reply, door.elsewhere)
    const { customer, provider, path } = door
    const attempt = keptAttempt(request, services.config, customer.code)
    void reply.clearCookie(cookieOf(customer.code), { path })
    if (!attempt) return leadTo(reply, refusedAt(customer.code))
    try {
      const [, query = ''] = request.url.split('?')
      const who = await finishLogin(provider, new URL(`${services.config.publicUrl}${path}/callback?${query}`), attempt)
      const levels = levelsOf(provider)
      const once = `oidc\n${createHash('sha256').update(attempt.state).digest('base64url')}`
      return leadTo(reply, await admit(services, customer, { by: 'SSO', ...who, once, ...(levels && { levels }) }))
    } catch (error) {
      request.log.warn({ err: error, customer: customer.code }, 'a login through the provider failed')
      return leadTo(reply, refusedAt(customer.code))
    }
  })
}

async function doorOf(services: Services, customerCode: string): Promise<{ customer: Customer; provider: OidcProvider; path: string } | { elsewhere: string }> {
  const customer = await customerAt(services, customerCode)
  if (!customer) return { elsewhere: '/notfound' }
  const path = oidcLoginOf(services.config, customer)
  const provider = customer.params.oidc
  return path && provider ? { customer, provider, path } : { elsewhere: refusedAt(customer.code) }
}

function levelsOf({ client, sub_client, sub_client2, sub_client3 }: OidcProvider): Levels | undefined {
  if (client === undefined) return undefined
  const lower = (level: string | undefined) => (level ?? '').trim().toLowerCase()
  return [lower(client), lower(sub_client), lower(sub_client2), lower(sub_client3)]
}

const cookieOf = (customerCode: string) => `oidc_${customerCode}`
const attemptKey = (config: Pick<Config, 'secretKey'>) => messageKey(config.secretKey, 'oidc-attempt-v1')

function keepAttempt(reply: FastifyReply, config: Config, { customerCode, path }: { customerCode: string; path: string }, attempt: OidcAttempt): void {
  const sealed = sealMessage(attemptKey(config), customerCode, { ...attempt, exp: Math.floor(Date.now() / 1_000) + ATTEMPT_S })
  const secure = config.publicUrl.startsWith('https:')
  void reply.setCookie(cookieOf(customerCode), sealed, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: ATTEMPT_S })
}

function keptAttempt(request: FastifyRequest, config: Pick<Config, 'secretKey'>, customerCode: string): OidcAttempt | undefined {
  const parsed = sealedAttempt.safeParse(openMessage(attemptKey(config), customerCode, request.cookies[cookieOf(customerCode)] ?? ''))
  if (!parsed.success || parsed.data.exp * 1_000 < Date.now()) return undefined
  const { exp: _exp, ...attempt } = parsed.data
  return attempt
}
