import type { Attention } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAccount, usePermissions } from '../account.ts'
import { places, useDashboardSearch } from '../address.ts'
import { manage } from '../call.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { useKeepAlive } from '../session/use-keep-alive.ts'
import { VIEWS } from '../views/views.ts'
import { useWords } from '../words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CustomerLogo } from './customer-logo.tsx'

/**
 * Number of items in a view that an operator must act on, shown beside the view's menu button. A screen reader reads
 * the number as the button's description.
 */
function Count({ of, id }: { of: number; id: string }) {
  const { t, language } = useWords()
  const count = of.toLocaleString(language)
  return (
    <span className="side-count" id={id}>
      {count}
      <span className="visually-hidden"> {t('attention_count')}</span>
    </span>
  )
}

/** Layout of the dashboard for a signed-in operator: header, menu on the left, and the view that the URL names. */
export function Shell() {
  const { t } = useWords()
  const { view: wanted, customer } = useDashboardSearch()
  const navigate = useNavigate()
  const { is } = usePermissions()
  const account = useAccount()
  useKeepAlive()
  const offered = VIEWS.filter(({ role, wholeDeployment }) => is(role) && (!wholeDeployment || account?.customers === null))
  const view = offered.find(({ id }) => id === wanted) ?? VIEWS[0]
  const { data: attention } = useQuery({
    queryKey: ['attention', view.id],
    queryFn: ({ signal }) => manage<Attention>('GET', '/attention', { signal }),
    placeholderData: keepPreviousData,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else if (view.id) heading.current?.focus()
  }, [view.id])

  function open(id: string): void {
    void navigate({ to: places.management, search: { view: id, customer } })
  }
  const name = t(view.label)

  return (
    <div className="shell">
      <title>{name.toLocaleLowerCase()}</title>
      <a className="skip-link" href="#view">
        {t('skip')}
      </a>
      <header className="shell-header">
        <CustomerLogo />
        <p className="shell-title">dashboard</p>
        <AccountMenu />
      </header>
      <nav className="shell-side" aria-label={t('sections')}>
        {offered.map(({ id, label }) => {
          const count = attention?.[id as keyof Attention] ?? 0
          return (
            <div key={id} className="side-row">
              <button
                type="button"
                className="side-button"
                aria-current={id === view.id ? 'page' : undefined}
                {...(count > 0 && { 'aria-describedby': `count-${id}` })}
                onClick={() => open(id)}
              >
                {t(label)}
              </button>
              {count > 0 && <Count of={count} id={`count-${id}`} />}
            </div>
          )
        })}
      </nav>
      <main id="view" className="shell-view">
        <h1 ref={heading} tabIndex={-1}>
          {name.toLocaleLowerCase()}
        </h1>
        {wanted !== undefined && wanted !== view.id && <p className="notice notice-warning">{t('view_unknown')}</p>}
        <view.Content key={view.id} />
      </main>
      <SignInAgain />
    </div>
  )
}
