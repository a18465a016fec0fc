import { useEffect, useRef } from 'react'
import type { LoginPlace } from '../../../shared/place.ts'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { LanguageChooser } from '../layout/language-chooser.tsx'
import { AskRecovery } from './ask-recovery.tsx'
import { NewPassword } from './new-password.tsx'
import { PasswordLogin } from './password-login.tsx'
import { TokenLogin } from './token-login.tsx'

/** Login page of a form. Visitors log in with a password or a token, or recover their password. */
export default function Login({ place }: { place: LoginPlace }) {
  const { mustChoose } = useCustomer()
  const { steps } = useNavigation().page
  const view = useRef<HTMLDivElement>(null)
  const recovery = place.kind === 'login' ? place.recovery : null
  const shown = useRef(recovery)
  // When one login view replaces another, moves the focus to the heading. This is not needed on the first load, because
  // the browser then starts at the top.
  useEffect(() => {
    if (shown.current === recovery) return
    shown.current = recovery
    view.current?.querySelector('h1')?.focus()
  }, [recovery])
  if (mustChoose) return <LanguageChooser />
  return (
    <div ref={view} className="login">
      {place.kind === 'tokenLogin' ? (
        steps[0] && <TokenLogin step={steps[0]} />
      ) : place.recovery === null ? (
        <PasswordLogin />
      ) : place.recovery === '' ? (
        <AskRecovery />
      ) : (
        <NewPassword code={place.recovery} />
      )}
    </div>
  )
}
