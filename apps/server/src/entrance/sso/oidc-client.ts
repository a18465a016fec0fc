import type { OidcProvider } from '@sportello/contract'
import * as oidc from 'openid-client'
import type { Outbound, OutboundCall } from '../../platform/http/outbound/outbound.ts'

/** Timeout of a call to an OpenID Connect provider in milliseconds. */
const TIMEOUT_MS = 5_000
/** Milliseconds for which the server caches the discovery document of an OpenID Connect provider. */
const DISCOVERED_MS = 3_600_000

type Discovered = Map<string, { until: number; configuration: Promise<oidc.Configuration> }>

const discovered = new WeakMap<Outbound, Discovered>()

/**
 * The network addresses that the server may call as an OpenID Connect provider. `public`: the provider's URL is in the
 * settings of a form, so only public addresses are allowed. `any`: the URL is in the deployment's configuration.
 */
export type OidcReach = Pick<OutboundCall, 'reach'> & { outbound: Outbound }

/** The settings of an OpenID Connect provider that are needed to log a person in. */
export type OidcClient = Pick<OidcProvider, 'issuer' | 'client_id' | 'client_secret' | 'scope'>

/** A person who logged in at an OpenID Connect provider, with the provider's claims. */
export interface OidcPerson {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

/** The state of a login at an OpenID Connect provider. The provider's callback must match its values. */
export interface OidcAttempt {
  state: string
  nonce: string
  verifier: string
}

/**
 * Returns the discovery document of an OpenID Connect provider and caches it for an hour.
 * @throws if the URL does not respond or does not belong to a provider
 */
function configurationOf({ outbound, reach }: OidcReach, provider: OidcClient): Promise<oidc.Configuration> {
  const all: Discovered = discovered.get(outbound) ?? new Map()
  discovered.set(outbound, all)
  const key = JSON.stringify([reach, provider.issuer, provider.client_id, provider.client_secret])
  const known = all.get(key)
  if (known && known.until > Date.now()) return known.configuration
  for (const [name, { until }] of all) if (until <= Date.now()) all.delete(name)
  const authentication = provider.client_secret ? oidc.ClientSecretPost(provider.client_secret) : oidc.None()
  // Allows plain HTTP only if the configured URL of the OpenID Connect provider is itself plain HTTP, for a provider on
  // the same machine.
  const execute = provider.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const more = { execute, [oidc.customFetch]: fetchBy({ outbound, reach }) }
  const configuration = oidc.discovery(new URL(provider.issuer), provider.client_id, undefined, authentication, more)
  all.set(key, { until: Date.now() + DISCOVERED_MS, configuration })
  configuration.catch(() => all.delete(key))
  return configuration
}

/**
 * Returns the fetch function for the library `openid-client`. It checks every URL in the provider's discovery document,
 * by the same rules as the provider's own URL. It also limits the length of responses.
 * @throws OutboundError.
 */
function fetchBy({ outbound, reach }: OidcReach): oidc.CustomFetch {
  return async (address, { method, headers, body }) => {
    const sent = body instanceof URLSearchParams || typeof body === 'string' ? { body: String(body) } : {}
    const answer = await outbound.ask({ url: new URL(address), method, headers, ...sent, timeoutMs: TIMEOUT_MS, reach, whole: false })
    const told = ['content-type', 'www-authenticate'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    return new Response(answer.text || null, { status: answer.status, headers: told })
  }
}

/**
 * Starts a login at an OpenID Connect provider (OpenID Connect Core 1.0, 3.1, with PKCE).
 * @returns the provider's URL, to which the server redirects the browser, and the state of the login. The caller must
 * store the state
 */
export async function beginLogin(
  by: OidcReach,
  provider: OidcClient,
  callback: string,
  prompt: 'login' | undefined,
): Promise<{ address: URL; attempt: OidcAttempt }> {
  const configuration = await configurationOf(by, provider)
  const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: provider.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  })
  return { address, attempt }
}

/**
 * Finishes a login at an OpenID Connect provider.
 * @returns the person
 * @throws if the callback does not belong to the login
 */
export async function finishLogin(by: OidcReach, provider: OidcClient, callback: URL, attempt: OidcAttempt): Promise<OidcPerson> {
  const configuration = await configurationOf(by, provider)
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no identity came with the tokens')
  const more = configuration.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } }
}

/** Returns true if the OpenID Connect provider has verified the e-mail address (OpenID Connect Core 1.0, 5.1). */
export const hasVerifiedEmail = ({ email_verified }: OidcPerson['claims']) => email_verified === true || email_verified === 'true'
