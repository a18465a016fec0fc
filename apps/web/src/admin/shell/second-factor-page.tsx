import type { ManagementAccount } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { manage } from '../call.ts'
import { setSecondFactorDue } from '../session/second-factor.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'
import { OwnDialog, useLeave } from './account-menu.tsx'
import { PlainPage } from './plain-page.tsx'

/**
 * Page shown instead of the dashboard, if the deployment requires a second factor and this session lacks it. The page
 * explains why. The operator can set up a second factor there or sign out.
 */
export function SecondFactorPage() {
  const { t } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  const { leave, leaving } = useLeave()
  const [shown, setShown] = useState<'authenticator' | 'passkeys' | null>(null)
  // Loads the operator's account again. The cached account may be older than the requirement for a second factor.
  const account = useQuery({
    queryKey: ['account', 'second factor'],
    queryFn: ({ signal }) => manage<ManagementAccount>('GET', '/account', { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const due = account.data?.second_factor_due
  useEffect(() => {
    // The set-up of the second factor ends with a dialog that shows its result. The dashboard appears only after the
    // operator has closed this dialog.
    if (due !== null || shown !== null) return
    setSecondFactorDue(false)
    void queries.resetQueries()
  }, [due, shown, queries])

  return (
    <>
      <PlainPage title={t('second_factor_title')}>
        {account.error && <p role="alert">{messages(account.error).join(' ')}</p>}
        {/* This page has just replaced the dashboard without a page load. `role="alert"` makes screen readers read the
           reason at once. */}
        <div role="alert">
          {due && <p>{t(`second_factor_${due}`)}</p>}
          {due === 'use' && <p>{t('second_factor_lost')}</p>}
        </div>
        <div className="dialog-actions">
          <Button onClick={() => void leave()} disabled={leaving}>
            {t('leave')}
          </Button>
          {due === 'set_up' && (
            <>
              <Button onClick={() => setShown('passkeys')}>{t('passkeys')}</Button>
              <Button weight="primary" onClick={() => setShown('authenticator')}>
                {t('authenticator')}
              </Button>
            </>
          )}
        </div>
      </PlainPage>
      {shown && <OwnDialog which={shown} onClose={() => setShown(null)} />}
      <SignInAgain />
    </>
  )
}
