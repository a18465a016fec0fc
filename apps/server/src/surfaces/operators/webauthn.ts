import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifyAuthenticationResponseOpts,
  VerifyRegistrationResponseOpts,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { NewCredential, UsedCredential } from '@sportello/contract'
import { CHALLENGE_S, type PasskeySite } from './passkey-site.ts'

/**
 * The accepted signature algorithms of passkeys: EdDSA, ES256 and RS256 (RFC 9053). Authenticators support them, and
 * Node verifies them without experimental features.
 */
const ALGORITHMS = [-8, -7, -257]

/** Loads the WebAuthn library on first use, because it needs 29 MB of memory and 0.2 s. */
const library = () => import('@simplewebauthn/server')

interface Person {
  username: string
  handle: Buffer
  known: readonly { credential_id: Buffer; transports: string[] }[]
}

/**
 * Returns the options with which a browser creates a discoverable passkey (Web Authentication Level 3, 5.4). Excludes
 * devices that already have a passkey of this operator.
 */
export async function optionsToMake({ rpId }: PasskeySite, { username, handle, known }: Person): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return (await library()).generateRegistrationOptions({
    rpName: 'Sportello',
    rpID: rpId,
    userName: username,
    userID: new Uint8Array(handle),
    timeout: CHALLENGE_S * 1_000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Returns the options for a sign-in with any passkey of the deployment (Web Authentication Level 3, 5.5). */
export async function optionsToUse({ rpId }: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await library()).generateAuthenticationOptions({ rpID: rpId, timeout: CHALLENGE_S * 1_000, userVerification: 'required' })
}

/**
 * Returns the challenge from a browser's passkey response. Returns undefined if the response contains none, or if the
 * page
 * was shown in a frame of another origin. Some browsers do not send the top origin; the library itself would accept
 * such a frame from them.
 */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown; crossOrigin?: unknown }
    return typeof said.challenge === 'string' && said.crossOrigin !== true ? said.challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies a new passkey (Web Authentication Level 3, 7.1).
 * @returns the passkey; undefined if the response does not match the options
 */
export async function verifyNew(credential: NewCredential, challenge: string, { rpId, origin }: PasskeySite): Promise<WebAuthnCredential | undefined> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: credential as VerifyRegistrationResponseOpts['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  return verified?.verified ? verified.registrationInfo.credential : undefined
}

/**
 * Verifies the use of a passkey (Web Authentication Level 3, 7.2).
 * @returns the passkey's signature counter; undefined if the response is invalid or the counter decreased
 */
export async function verifyUsed(
  credential: UsedCredential,
  challenge: string,
  { rpId, origin }: PasskeySite,
  known: WebAuthnCredential,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: credential as VerifyAuthenticationResponseOpts['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: known,
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
