import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { ShownPasskey } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { manage, signInMethods } from '../call.ts'
import { WordedError } from '../ui/worded-error.ts'

/** The browser's half of passkeys comes when the first one is asked for. */
const library = () => import('@simplewebauthn/browser')

/** Why there are no passkeys here; null where there are. */
export function passkeyHindrance(): keyof AdminPhrases | null {
  if (signInMethods.passkeyOrigin === null) return 'passkey_nowhere'
  if (signInMethods.passkeyOrigin !== location.origin) return 'passkey_elsewhere'
  return typeof PublicKeyCredential === 'undefined' ? 'passkey_unsupported' : null
}

/** Has the browser make a passkey, and adds it to the operator who is logged in. @throws CallError, WordedError */
export async function makePasskey(name: string, proof: { present?: string }): Promise<ShownPasskey> {
  const { startRegistration } = await library()
  const { options } = await manage<{ options: PublicKeyCredentialCreationOptionsJSON }>('POST', '/account/passkeys/options', { body: proof })
  const credential = await startRegistration({ optionsJSON: options }).catch(tell)
  return manage<ShownPasskey>('POST', '/account/passkeys', { body: { name, credential } })
}

/** Has the browser use a passkey, whichever its operator chooses. @returns the credential of the session, and whose it is. @throws CallError, WordedError */
export async function comeInByPasskey(): Promise<{ auth: string; username: string }> {
  const { startAuthentication } = await library()
  const { options } = await manage<{ options: PublicKeyCredentialRequestOptionsJSON }>('POST', '/sign-in/passkey/options', { asksNoSignIn: true })
  const credential = await startAuthentication({ optionsJSON: options }).catch(tell)
  return manage('POST', '/sign-in/passkey', { body: { credential }, asksNoSignIn: true })
}

/** Web Authentication Level 3, 5.1.3 and 5.1.4: what a browser says by the name of its error; it tells a refusal from a timeout to nobody. */
function tell(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') throw new WordedError('passkey_cancelled', { cause: error })
  throw new WordedError(name === 'InvalidStateError' ? 'passkey_known' : 'passkey_failed', { cause: error })
}
