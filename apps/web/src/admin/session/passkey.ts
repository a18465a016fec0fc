import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { ShownPasskey } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { manage, signInMethods } from '../call.ts'
import { WordedError } from '../ui/worded-error.ts'

/**
 * Loads the WebAuthn library only when the operator first uses a passkey, so that the dashboard's first page loads
 * without it.
 */
const library = () => import('@simplewebauthn/browser')

/** Returns the key of the phrase that explains why passkeys do not work on this page; null if passkeys work. */
export function passkeysUnavailableReason(): keyof AdminPhrases | null {
  if (signInMethods.passkeyOrigin === null) return 'passkey_nowhere'
  if (signInMethods.passkeyOrigin !== location.origin) return 'passkey_elsewhere'
  return typeof PublicKeyCredential === 'undefined' ? 'passkey_unsupported' : null
}

/**
 * Asks the browser to create a passkey and registers the passkey for the signed-in operator.
 * @throws CallError, WordedError
 */
export async function createPasskey(name: string, proof: { present?: string }): Promise<ShownPasskey> {
  const { startRegistration } = await library()
  const { options } = await manage<{ options: PublicKeyCredentialCreationOptionsJSON }>('POST', '/account/passkeys/options', { body: proof })
  const credential = await startRegistration({ optionsJSON: options }).catch(throwWorded)
  return manage<ShownPasskey>('POST', '/account/passkeys', { body: { name, credential } })
}

/**
 * Signs the operator in with a passkey that the operator chooses in the browser.
 * @returns the session's credential and the operator's user name
 * @throws CallError, WordedError
 */
export async function signInWithPasskey(): Promise<{ auth: string; username: string }> {
  const { startAuthentication } = await library()
  const { options } = await manage<{ options: PublicKeyCredentialRequestOptionsJSON }>('POST', '/sign-in/passkey/options', { asksNoSignIn: true })
  const credential = await startAuthentication({ optionsJSON: options }).catch(throwWorded)
  return manage('POST', '/sign-in/passkey', { body: { credential }, asksNoSignIn: true })
}

/**
 * Throws a WordedError that explains a WebAuthn error of the browser. The message depends on the error's name (Web
 * Authentication Level 3, 5.1.3 and 5.1.4). Browsers report a cancelled prompt and a timeout with the same error.
 */
function throwWorded(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') throw new WordedError('passkey_cancelled', { cause: error })
  throw new WordedError(name === 'InvalidStateError' ? 'passkey_known' : 'passkey_failed', { cause: error })
}
