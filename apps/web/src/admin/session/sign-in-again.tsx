import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useAccount } from '../account.ts'
import { places } from '../address.ts'
import { Dialog } from '../ui/dialog.tsx'
import { WordedError } from '../ui/worded-error.ts'
import { useWords } from '../words.tsx'
import { forgetCredential, keepCredential } from './credential.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { endWaiting, hasNewCredential, type SignInReason, useSignInReason } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Dialog over the current view in which the operator signs in again. The operator then continues in the same view, and
 * the dashboard retries the rejected calls.
 */
export function SignInAgain() {
  const why = useSignInReason()
  return why && <Asking why={why} />
}

function Asking({ why }: { why: SignInReason }) {
  const { t } = useWords()
  const account = useAccount()
  const queries = useQueryClient()
  // If the operator opens a link of the `admin link` command in another tab, that tab also stores a new session
  // credential.
  useEffect(() => {
    const look = () => {
      if (hasNewCredential()) endWaiting()
    }
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])

  function goOn(credential: string): void {
    keepCredential(credential)
    endWaiting()
  }
  function comeIn(credential: string, username: string): void {
    // If another operator signed in with a passkey, the dashboard reloads, so that the other operator does not see this
    // operator's open view and input.
    if (username !== account?.username) {
      keepCredential(credential)
      location.assign(places.management)
    } else goOn(credential)
  }
  function giveUp(): void {
    forgetCredential()
    queries.clear()
    location.assign(places.signIn)
  }
  return (
    <Dialog title={t(why === 'over' ? 'session_over_title' : 'proof_title')} actions={null}>
      <p>{t(why === 'over' ? 'session_over_text' : 'proof_text')}</p>
      <SignInForm username={account?.username} onSignedIn={goOn}>
        {why === 'over' ? (
          <Button onClick={giveUp}>{t('leave')}</Button>
        ) : (
          <Button onClick={() => endWaiting(new WordedError('proof_title'))}>{t('cancel')}</Button>
        )}
      </SignInForm>
      <OtherSignInMethods onSignedIn={comeIn} besideThis />
    </Dialog>
  )
}
