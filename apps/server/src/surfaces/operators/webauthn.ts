import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifyAuthenticationResponseOpts,
  VerifyRegistrationResponseOpts,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { NewCredential, UsedCredential } from '@sportello/contract'
import { CHALLENGE_S, type PasskeySite } from './passkey-site.ts'

/** EdDSA, ES256 and RS256 (RFC 9053): what authenticators speak, and Node verifies without an experiment. */
const ALGORITHMS = [-8, -7, -257]

/** 29 MB and 0.2 s, for deployments where somebody uses passkeys. */
const library = () => import('@simplewebauthn/server')

interface Person {
  username: string
  handle: Buffer
  known: readonly { credential_id: Buffer; transports: string[] }[]
}

/** What a browser is asked for so that it makes a passkey which knows its owner, on a device that has none yet (Web Authentication Level 3, 5.4). */
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

/** What a browser is asked for so that it uses any passkey of this site (Web Authentication Level 3, 5.5). */
export async function optionsToUse({ rpId }: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await library()).generateAuthenticationOptions({ rpID: rpId, timeout: CHALLENGE_S * 1_000, userVerification: 'required' })
}

/**
 * The challenge that a browser says it answers; undefined where it says none, or where the page stood in another's frame (the library lets
 * that through in browsers which do not say whose).
 */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown; crossOrigin?: unknown }
    return typeof said.challenge === 'string' && said.crossOrigin !== true ? said.challenge : undefined
  } catch {
    return undefined
  }
}

/** Checks a credential that was made (Web Authentication Level 3, 7.1). @returns undefined where anything about it is not as it was asked for */
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

/** Checks a credential that was used (Web Authentication Level 3, 7.2). @returns its counter; undefined where it is refused, as where the counter went back */
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
