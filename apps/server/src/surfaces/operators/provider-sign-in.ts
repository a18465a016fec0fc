import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import {
  ATTEMPT_S,
  beginLogin,
  finishLogin,
  hasVerifiedEmail,
  keepAttempt,
  leadTo,
  type OidcDoor,
  type OidcPerson,
  takeAttempt,
} from '../../entrance/sso/rules.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import type { Config, StaffProvider } from '../../platform/config.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'

const SIGN_IN = '/admin/management/sign-in'
/**
 * The URL to which every failed sign-in of an operator redirects. It is the same for all reasons, so that an attacker
 * cannot learn the reason.
 */
const REFUSED = `${SIGN_IN}?refused`
/** The URL to which an operator's sign-in redirects if the OpenID Connect provider is unavailable. */
const AWAY = `${SIGN_IN}?away`

/** Returns the URL path at which an operator's sign-in by OpenID Connect begins. */
export const providerPath = ({ serviceName }: Pick<Config, 'serviceName'>) => `/${serviceName}/rs/v2/managements/oidc`

/**
 * Registers the endpoints for the operators' sign-in through the deployment's OpenID Connect provider. The sign-in does
 * not create operators: an operator with the value of the configured claim must already exist.
 */
export function providerSignIn(app: FastifyInstance, services: CustomerServices): void {
  const { config, database } = services
  const { staffProvider: provider } = config
  if (!provider) return
  const by = { outbound: services.outbound, reach: 'any' } as const
  const path = providerPath(config)
  const callback = `${config.publicUrl}${path}/callback`
  // The name of the operators' login contains a slash, which no customer's code contains. Therefore a login that began
  // at a form cannot be completed as an operator's login.
  const door: OidcDoor = { name: '/managements', cookie: 'oidc_managements', path }

  app.get('/managements/oidc', async (request, reply) => {
    try {
      const { address, attempt } = await beginLogin(by, provider, callback, undefined)
      await giveChallenge(database, attempt.state, { purpose: 'provider', seconds: ATTEMPT_S })
      keepAttempt(reply, config, door, attempt)
      return leadTo(reply, address.href)
    } catch (error) {
      request.log.warn({ err: error }, "the operators' login provider does not answer")
      return leadTo(reply, AWAY)
    }
  })

  app.get('/managements/oidc/callback', async (request, reply) => {
    const attempt = takeAttempt(request, reply, config, door)
    const came = { event: 'sign_in', way: 'provider' } as const
    const refuse = () => {
      logSignIn(config, request, { ...came, outcome: 'failure' })
      return leadTo(reply, REFUSED)
    }
    if (!attempt || !(await takeChallenge(database, attempt.state, { purpose: 'provider' }))) return refuse()
    try {
      const [, query = ''] = request.url.split('?')
      const username = await operatorIn(services, provider, await finishLogin(by, provider, new URL(`${callback}?${query}`), attempt))
      if (username === undefined) return refuse()
      logSignIn(config, request, { ...came, outcome: 'success', operator: username })
      const auth = await openOperatorSession(database, username, { way: 'provider', request })
      return leadTo(reply, `/admin/management/auth?${new URLSearchParams({ auth })}`)
    } catch (error) {
      request.log.warn({ err: error }, "an operator's login through the provider failed")
      return refuse()
    }
  })
}

/**
 * Returns the operator whom the provider's claim identifies; undefined if the operator does not exist or is disabled.
 * An e-mail address is used only if the provider has verified it.
 */
async function operatorIn({ database }: CustomerServices, { claim }: StaffProvider, { claims }: OidcPerson): Promise<string | undefined> {
  const username = claims[claim]
  if (typeof username !== 'string' || username.includes('\0') || (claim === 'email' && !hasVerifiedEmail(claims))) return undefined
  const row = await database.kysely.selectFrom('operators').select('username').where('username', '=', username).where('disabled', '=', false).executeTakeFirst()
  return row?.username
}
