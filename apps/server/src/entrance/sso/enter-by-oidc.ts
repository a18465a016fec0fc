import { createHash } from 'node:crypto'
import type { KnownData, OidcProvider } from '@sportello/contract'
import { knownData } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { Config } from '../../platform/config.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import type { Levels } from '../routing/queries.ts'
import { keepEntry } from '../sessions/rules.ts'
import { admit, rejectedAt } from './admit.ts'
import { customerAt, leadTo } from './enter-by-message.ts'
import { keepAttempt, type OidcDoor, takeAttempt } from './oidc-attempt.ts'
import { beginLogin, finishLogin, hasVerifiedEmail, type OidcPerson } from './oidc-client.ts'

/**
 * Returns the URL path at which a visitor's login by OpenID Connect begins; undefined if the form has no OpenID Connect
 * provider.
 */
export function oidcLoginOf(config: Pick<Config, 'serviceName'>, { code, params }: Pick<Customer, 'code' | 'params'>): string | undefined {
  return params.oidc && params.auth_type?.includes('SSO') ? `/${config.serviceName}/rs/v2/forms/${code}/oidc` : undefined
}

/**
 * Registers the endpoints for visitors who log in at the form's OpenID Connect provider. A successful login opens a
 * session, as an SSO message does.
 */
export function enterByOidc(app: FastifyInstance, services: CustomerServices): void {
  app.get<{ Params: { customerCode: string }; Querystring: { prompt?: unknown } }>('/forms/:customerCode/oidc', async (request, reply) => {
    const door = await doorOf(services, request.params.customerCode)
    if ('elsewhere' in door) return leadTo(reply, door.elsewhere)
    const { customer, provider, path } = door
    try {
      const prompt = request.query.prompt === 'login' ? 'login' : undefined
      const { address, attempt } = await beginLogin(reachOf(services), provider, `${services.config.publicUrl}${path}/callback`, prompt)
      keepAttempt(reply, services.config, oidcDoorOf(customer.code, path), attempt)
      return leadTo(reply, address.href)
    } catch (error) {
      // Logs a warning instead of a request error, because the cause is the unavailable OpenID Connect provider, not
      // the visitor's request.
      request.log.warn({ err: error, customer: customer.code }, 'the login provider does not answer')
      return leadTo(reply, `/${customer.code}/error`)
    }
  })

  app.get<{ Params: { customerCode: string } }>('/forms/:customerCode/oidc/callback', async (request, reply) => {
    const door = await doorOf(services, request.params.customerCode)
    if ('elsewhere' in door) return leadTo(reply, door.elsewhere)
    const { customer, provider, path } = door
    const attempt = takeAttempt(request, reply, services.config, oidcDoorOf(customer.code, path))
    const came = { event: 'sign_in', way: 'provider', form: customer.code } as const
    const refuse = () => {
      logSignIn(services.config, request, { ...came, outcome: 'failure' })
      return leadTo(reply, rejectedAt(customer.code))
    }
    if (!attempt) return refuse()
    try {
      const [, query = ''] = request.url.split('?')
      const who = await finishLogin(reachOf(services), provider, new URL(`${services.config.publicUrl}${path}/callback?${query}`), attempt)
      const levels = levelsOf(provider)
      const once = `oidc\n${createHash('sha256').update(attempt.state).digest('base64url')}`
      const arrival = { by: 'SSO', person: `oidc:${who.issuer}#${who.subject}`, known: knownOf(provider, who), once, ...(levels && { levels }) } as const
      const destination = await admit(services, customer, arrival)
      if (destination === rejectedAt(customer.code)) return refuse()
      logSignIn(services.config, request, { ...came, outcome: 'success' })
      keepEntry(reply, services.config, destination)
      return leadTo(reply, destination)
    } catch (error) {
      request.log.warn({ err: error, customer: customer.code }, 'a login at the provider failed')
      return refuse()
    }
  })
}

/**
 * Limits calls to a form's OpenID Connect provider to public network addresses, because every operator who edits the
 * form can set the provider's URL.
 */
const reachOf = ({ outbound }: CustomerServices) => ({ outbound, reach: 'public' }) as const

async function doorOf(
  services: CustomerServices,
  customerCode: string,
): Promise<{ customer: Customer; provider: OidcProvider; path: string } | { elsewhere: string }> {
  const customer = await customerAt(services, customerCode)
  if (!customer) return { elsewhere: '/notfound' }
  const path = oidcLoginOf(services.config, customer)
  const provider = customer.params.oidc
  return path && provider ? { customer, provider, path } : { elsewhere: rejectedAt(customer.code) }
}

function levelsOf({ client, sub_client, sub_client2, sub_client3 }: OidcProvider): Levels | undefined {
  if (client === undefined) return undefined
  const lower = (level: string | undefined) => (level ?? '').trim().toLowerCase()
  return [lower(client), lower(sub_client), lower(sub_client2), lower(sub_client3)]
}

const oidcDoorOf = (customerCode: string, path: string): OidcDoor => ({ name: customerCode, cookie: `oidc_${customerCode}`, path })

/**
 * Converts the claims of an OpenID Connect provider to the session's personal data. Includes an e-mail address only if
 * the provider has verified it or the setting `trust_email` is on.
 */
function knownOf(provider: OidcProvider, { claims }: OidcPerson): KnownData {
  const vouched = provider.trust_email || hasVerifiedEmail(claims)
  const usable = Object.entries(provider.claims).filter(([key]) => key !== 'email' || vouched)
  const known = Object.fromEntries(usable.map(([key, claim]) => [key, claims[claim]]).filter(([, value]) => value !== undefined && value !== null))
  return knownData.parse(known) as KnownData
}
