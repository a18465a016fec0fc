import { type VerifiedRegistrationResponse, verifyAuthenticationResponse, verifyRegistrationResponse, type WebAuthnCredential } from '@simplewebauthn/server'
import type { NewCredential, UsedCredential } from '@sportello/contract'
import type { PasskeySite } from './passkey-site.ts'

/** The key and the counter that a new credential brings; undefined where anything about it is not as it was asked for. */
export type VerifiedPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

interface ClientData {
  challenge: string
}

/**
 * The challenge that a browser says it answers; undefined where it says none, or where the page stood in another's frame (the library lets
 * that through in browsers which do not say whose).
 */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as Partial<ClientData> & { crossOrigin?: unknown }
    return typeof said.challenge === 'string' && said.crossOrigin !== true ? said.challenge : undefined
  } catch {
    return undefined
  }
}

/** Checks a credential that was made (Web Authentication Level 3, 7.1). */
export async function verifyNew(credential: NewCredential, challenge: string, { rpId, origin }: PasskeySite): Promise<VerifiedPasskey | undefined> {
  const verified = await verifyRegistrationResponse({
    response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
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
  const verified = await verifyAuthenticationResponse({
    response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: known,
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
