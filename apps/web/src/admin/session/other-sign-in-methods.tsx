import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { places, useSignInSearch } from '../address.ts'
import { signInMethods } from '../call.ts'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'
import { passkeysUnavailableReason, signInWithPasskey } from './passkey.ts'

interface OtherSignInMethodsProps {
  onSignedIn: (credential: string, username: string) => void
  /**
   * True if the login provider opens in another tab while this page stays open. After the sign-in, this page detects
   * the session credential that the other tab has stored.
   */
  besideThis?: boolean
}

/** Sign-in buttons below the password form: passkey, and the login provider if the deployment has one. */
export function OtherSignInMethods({ onSignedIn, besideThis = false }: OtherSignInMethodsProps) {
  const { t } = useWords()
  const failures = useFailures()
  const alert = useRef<HTMLDivElement>(null)
  const signing = useMutation({ mutationFn: signInWithPasskey, onSuccess: ({ auth, username }) => onSignedIn(auth, username) })
  const told = failures(signing.error, besideThis)
  const isTold = told.length > 0 && !signing.isPending
  useEffect(() => {
    if (isTold) alert.current?.focus()
  }, [isTold])
  const hindrance = passkeysUnavailableReason()
  const { provider, passkeyOrigin } = signInMethods
  const isElsewhere = hindrance === 'passkey_elsewhere' && passkeyOrigin !== null
  if (hindrance !== null && !isElsewhere && !provider) return null

  return (
    <div className="sign-in-methods">
      <p className="sign-in-methods-or">{t('sign_in_or')}</p>
      <div ref={alert} role="alert" {...(isTold && { tabIndex: -1 })} className="modal-alert">
        {isTold && (
          <div className="notice notice-danger">
            {told.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
      </div>
      {hindrance === null && (
        <Button onClick={() => signing.mutate()} disabled={signing.isPending}>
          {t('sign_in_passkey')}
        </Button>
      )}
      {provider && (
        <a className="button button-plain" href={provider.path} {...(besideThis && { target: '_blank', rel: 'noopener' })}>
          {t('sign_in_provider', provider.name)}
        </a>
      )}
      {isElsewhere && (
        <p className="hint">
          {t('passkey_elsewhere')} <a href={passkeyOrigin + places.signIn}>{passkeyOrigin}</a>
        </p>
      )}
    </div>
  )
}

/**
 * Returns a function that lists the error messages of a failed sign-in. The error comes from the browser, from the
 * server,
 * or from the URL: the login provider's redirect adds the result of a failed sign-in to the URL.
 */
function useFailures(): (error: Error | null, besideThis: boolean) => string[] {
  const { t } = useWords()
  const messages = useMessages()
  const { refused, away } = useSignInSearch()
  return (error, besideThis) => {
    if (error) return messages(error)
    if (besideThis || !signInMethods.provider) return []
    if (refused !== undefined) return [t('provider_refused', signInMethods.provider.name)]
    return away !== undefined ? [t('provider_away', signInMethods.provider.name)] : []
  }
}
