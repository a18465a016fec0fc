import { isLanguage } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { places } from '../address.ts'
import { PlainPage } from '../shell/plain-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { HOME_VIEW } from '../views/views.ts'
import { useWords } from '../words.tsx'
import { keepCredential } from './credential.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Returns the operator's invitation code from the URL's fragment; undefined if the URL contains none. */
const invitationCode = () => /^#invitation=([\w-]+)$/.exec(location.hash)?.[1]

const AcceptInvitation = lazyPart(() => import('./accept-invitation.tsx'))

/**
 * Sign-in page of the dashboard: operators sign in with a password, a passkey or a login provider. A link from the
 * `admin link` command signs the operator in without any of them.
 */
export function SignInPage() {
  const { t, language, setLanguage, languages } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  const [code, setCode] = useState(invitationCode)
  function endInvitation(): void {
    setCode(undefined)
    void navigate({ to: places.signIn, replace: true })
  }
  function enter(credential: string): void {
    keepCredential(credential)
    queries.clear()
    void navigate({ to: places.management, search: wanted?.view === undefined ? { view: HOME_VIEW } : wanted, replace: true })
  }
  return (
    <PlainPage title={t(code === undefined ? 'sign_in_title' : 'invitation_title')}>
      {code === undefined ? (
        <>
          <SignInForm onSignedIn={enter} />
          <OtherSignInMethods onSignedIn={enter} />
        </>
      ) : (
        <AcceptInvitation code={code} onSignedIn={enter} onSet={endInvitation} />
      )}
      <label className="field field-inline">
        {t('language')}
        <select className="control" value={language} onChange={(event) => isLanguage(event.target.value) && setLanguage(event.target.value)}>
          {languages.map(({ code, label }) => (
            <option key={code} value={code} lang={code}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </PlainPage>
  )
}
