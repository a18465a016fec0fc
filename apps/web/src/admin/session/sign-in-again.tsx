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
 * Dialog over the current view in which the operator signs in again. Afterwards the view stays open, and the dashboard
 * retries the API calls that the server rejected.
 */
export function SignInAgain() {
  const why = useSignInReason()
  return why && <Asking why={why} />
}

function Asking({ why }: { why: SignInReason }) {
  const { t } = useWords()
  const account = useAccount()
  const queries = useQueryClient()
  // Detects that another tab has stored a new session credential. For example, the operator may have opened a link from
  // the `admin link` command there.
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
    // Reloads the dashboard if a different operator signed in with a passkey. Otherwise that operator would see the
    // first operator's open view and input.
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
