import type { ListedSetting } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallError } from '../../shared/call-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { places, useDashboardSearch } from '../address.ts'
import { grantAccess, isGranted, manage } from '../call.ts'
import { readCredential } from '../session/credential.ts'
import { useSecondFactorDue } from '../session/second-factor.ts'
import { useWords } from '../words.tsx'
import { PlainPage } from './plain-page.tsx'
import { SecondFactorPage } from './second-factor-page.tsx'
import { Shell } from './shell.tsx'

/** The dashboard's "not found" page, shown for unknown URLs. */
export function NotFound() {
  const { t } = useWords()
  return (
    <PlainPage title={t('not_found')}>
      <a href={places.management}>{t('to_dashboard')}</a>
    </PlainPage>
  )
}

/**
 * Shows a blank page until the system settings have loaded, then the dashboard (administrator specification, section 6:
 * access is granted only when the system settings load).
 */
export function Dashboard() {
  const { t } = useWords()
  const wanted = useDashboardSearch()
  const isFactorDue = useSecondFactorDue()
  const first = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => manage<ListedSetting[]>('GET', '/settings/systems', { signal }),
    enabled: readCredential() !== undefined || isGranted(),
  })
  useEffect(() => {
    if (first.data) grantAccess()
  }, [first.data])
  if (isFactorDue) return <SecondFactorPage />
  if (first.data || isGranted()) return <Shell />
  if (first.isEnabled && first.isPending) return null
  if (!first.isEnabled || (first.error instanceof CallError && (first.error.status === 401 || first.error.status === 403)))
    return (
      <PlainPage title={t('unauthorized')}>
        <Link to={places.signIn} state={{ wanted }}>
          {t('to_sign_in')}
        </Link>
      </PlainPage>
    )
  return (
    <PlainPage title={t('unreachable')}>
      <Button onClick={() => void first.refetch()}>{t('try_again')}</Button>
    </PlainPage>
  )
}
