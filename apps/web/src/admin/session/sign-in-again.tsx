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
import { type AskedFor, endWaiting, hasNewCredential, useAskedFor } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Over whatever is open, once a call asks for it: who signs in goes on where they were, and the calls that were refused are made again. */
export function SignInAgain() {
  const why = useAskedFor()
  return why && <Asking why={why} />
}

function Asking({ why }: { why: AskedFor }) {
  const { t } = useWords()
  const account = useAccount()
  const queries = useQueryClient()
  // An address from the command line, opened in another tab, brings a credential too.
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
    // A passkey may be somebody else's: what stands here is not theirs to go on with.
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
