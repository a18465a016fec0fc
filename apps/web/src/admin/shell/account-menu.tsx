import { isLanguage } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useAccount } from '../account.ts'
import { places } from '../address.ts'
import { manage } from '../call.ts'
import { forgetCredential } from '../session/credential.ts'
import { THEMES, type Theme, useTheme } from '../theme.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { useWords } from '../words.tsx'

const AuthenticatorDialog = lazyDialog(() => import('./authenticator-dialog.tsx'))
const PasskeysDialog = lazyDialog(() => import('./passkeys-dialog.tsx'))
const OwnPasswordDialog = lazyDialog(() => import('./own-password-dialog.tsx'))
const SessionsDialog = lazyDialog(() => import('./sessions-dialog.tsx'))

/** Dialogs of the account menu, in which operators change their own credentials and sessions. */
const OWN = { own_password: OwnPasswordDialog, authenticator: AuthenticatorDialog, passkeys: PasskeysDialog, own_sessions: SessionsDialog } as const
type Own = keyof typeof OWN

export function OwnDialog({ which, onClose }: { which: Own; onClose: () => void }) {
  const Shown = OWN[which]
  return <Shown onClose={onClose} />
}

/** Returns a function that signs the operator out, and a flag that is true while the sign-out is running. */
export function useLeave(): { leave: () => Promise<void>; leaving: boolean } {
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  async function leave(): Promise<void> {
    setLeaving(true)
    // The browser deletes the session credential even if the call that ends the session fails.
    await manage('DELETE', '/account', { asksNoSignIn: true }).catch(() => undefined)
    forgetCredential()
    queries.clear()
    location.assign(places.signIn)
  }
  return { leave, leaving }
}

/** Menu at the top right: the operator's name, their own settings, and sign-out. */
export function AccountMenu() {
  const { t, language, setLanguage, languages } = useWords()
  const account = useAccount()
  const [theme, setTheme] = useTheme()
  const { leave, leaving } = useLeave()
  const [shown, setShown] = useState<Own | null>(null)
  const fullName = [account?.name, account?.surname].filter(Boolean).join(' ')
  return (
    <>
      <PopoverButton label={account?.username ?? '…'}>
        {(close) => (
          <>
            {fullName && <p className="account-name">{fullName}</p>}
            {account && <p className="hint">{t(`role_${account.role}`)}</p>}
            <label className="field">
              {t('language')}
              <select className="control" value={language} onChange={(event) => isLanguage(event.target.value) && setLanguage(event.target.value)}>
                {languages.map(({ code, label }) => (
                  <option key={code} value={code} lang={code}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              {t('theme')}
              <select className="control" value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
                {THEMES.map((each) => (
                  <option key={each} value={each}>
                    {t(`theme_${each}`)}
                  </option>
                ))}
              </select>
            </label>
            {(Object.keys(OWN) as Own[]).map((each) => (
              <Button
                key={each}
                onClick={() => {
                  close()
                  setShown(each)
                }}
              >
                {t(each)}
              </Button>
            ))}
            <Button onClick={() => void leave()} disabled={leaving}>
              {t('leave')}
            </Button>
          </>
        )}
      </PopoverButton>
      {shown && <OwnDialog which={shown} onClose={() => setShown(null)} />}
    </>
  )
}
