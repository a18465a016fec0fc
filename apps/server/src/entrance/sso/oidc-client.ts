import type { OidcProvider } from '@sportello/contract'
import * as oidc from 'openid-client'
import type { Outbound, OutboundCall } from '../../platform/http/outbound/outbound.ts'

/** Of each call to a provider. */
const TIMEOUT_MS = 5_000
/** How long what a provider says of itself is good. */
const DISCOVERED_MS = 3_600_000

type Discovered = Map<string, { until: number; configuration: Promise<oidc.Configuration> }>

const discovered = new WeakMap<Outbound, Discovered>()

/** How a provider is called. `public`: a form's operator named it; `any`: the deployment. */
export type OidcReach = Pick<OutboundCall, 'reach'> & { outbound: Outbound }

/** A provider, as far as one must know it to send people there. */
export type OidcClient = Pick<OidcProvider, 'issuer' | 'client_id' | 'client_secret' | 'scope'>

/** Who has come back from a provider, and what it says of them. */
export interface OidcPerson {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

/** What the browser must bring back, and what only this server knows of it. */
export interface OidcAttempt {
  state: string
  nonce: string
  verifier: string
}

/** Asks a provider once an hour how it is talked to. @throws where it does not answer or is no provider. */
function configurationOf({ outbound, reach }: OidcReach, provider: OidcClient): Promise<oidc.Configuration> {
  const all: Discovered = discovered.get(outbound) ?? new Map()
  discovered.set(outbound, all)
  const key = JSON.stringify([reach, provider.issuer, provider.client_id, provider.client_secret])
  const known = all.get(key)
  if (known && known.until > Date.now()) return known.configuration
  for (const [name, { until }] of all) if (until <= Date.now()) all.delete(name)
  const authentication = provider.client_secret ? oidc.ClientSecretPost(provider.client_secret) : oidc.None()
  // Plain HTTP only where the operator wrote it so: a provider on the same machine.
  const execute = provider.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const more = { execute, [oidc.customFetch]: fetchBy({ outbound, reach }) }
  const configuration = oidc.discovery(new URL(provider.issuer), provider.client_id, undefined, authentication, more)
  all.set(key, { until: Date.now() + DISCOVERED_MS, configuration })
  configuration.catch(() => all.delete(key))
  return configuration
}

/**
 * What `openid-client` calls by: what a provider says of itself names further addresses, which are judged as its own is, and no answer is read without end.
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

/** The provider's address that a browser is led to (OpenID Connect Core 1.0, 3.1, with PKCE), and what must be kept until it comes back. */
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

/** Who has come back from the provider. @throws where anything about it is not as it was begun. */
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

/** Whether the provider says that it has verified the address which it names (OpenID Connect Core 1.0, 5.1). */
export const hasVerifiedEmail = ({ email_verified }: OidcPerson['claims']) => email_verified === true || email_verified === 'true'
