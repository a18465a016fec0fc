import type { OidcProvider } from '@sportello/contract'
import * as oidc from 'openid-client'

const TIMEOUT_S = 5
/** How long what a provider says of itself is good. */
const DISCOVERED_MS = 3_600_000

const discovered = new Map<string, { until: number; configuration: Promise<oidc.Configuration> }>()

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
function configurationOf(provider: OidcClient): Promise<oidc.Configuration> {
  const key = JSON.stringify([provider.issuer, provider.client_id, provider.client_secret])
  const known = discovered.get(key)
  if (known && known.until > Date.now()) return known.configuration
  const authentication = provider.client_secret ? oidc.ClientSecretPost(provider.client_secret) : oidc.None()
  // Plain HTTP only where the operator wrote it so: a provider on the same machine.
  const execute = provider.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const configuration = oidc.discovery(new URL(provider.issuer), provider.client_id, undefined, authentication, { execute, timeout: TIMEOUT_S })
  discovered.set(key, { until: Date.now() + DISCOVERED_MS, configuration })
  configuration.catch(() => discovered.delete(key))
  return configuration
}

/** The provider's address that a browser is led to (OpenID Connect Core 1.0, 3.1, with PKCE), and what must be kept until it comes back. */
export async function beginLogin(provider: OidcClient, callback: string, prompt: 'login' | undefined): Promise<{ address: URL; attempt: OidcAttempt }> {
  const configuration = await configurationOf(provider)
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
export async function finishLogin(provider: OidcClient, callback: URL, attempt: OidcAttempt): Promise<OidcPerson> {
  const configuration = await configurationOf(provider)
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
export const vouchesForEmail = ({ email_verified }: OidcPerson['claims']) => email_verified === true || email_verified === 'true'
