import { Suspense, useEffect, useRef } from 'react'
import { useAccount, useMay } from '../account.ts'
import { go, places, useAddress } from '../address.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { useKeepAlive } from '../session/use-keep-alive.ts'
import { VIEWS } from '../views/views.ts'
import { useWords } from '../words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CustomerLogo } from './customer-logo.tsx'

/** The dashboard of who has access: header, left column, and the view that the address names. */
export function Shell() {
  const { t } = useWords()
  const { query } = useAddress()
  const { is } = useMay()
  const account = useAccount()
  useKeepAlive()
  const offered = VIEWS.filter(({ role, wholeDeployment }) => is(role) && (!wholeDeployment || account?.customers === null))
  const wanted = query.get('view')
  const view = offered.find(({ id }) => id === wanted) ?? VIEWS[0]
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else if (view.id) heading.current?.focus()
  }, [view.id])

  function open(id: string): void {
    const next = new URLSearchParams({ view: id })
    const customer = query.get('customer')
    if (customer !== null) next.set('customer', customer)
    go(`${places.management}?${next}`)
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
        {offered.map(({ id, label }) => (
          <button key={id} type="button" className="side-button" aria-current={id === view.id ? 'page' : undefined} onClick={() => open(id)}>
            {t(label)}
          </button>
        ))}
      </nav>
      <main id="view" className="shell-view">
        <h1 ref={heading} tabIndex={-1}>
          {name.toLocaleLowerCase()}
        </h1>
        <Suspense fallback={null}>
          <view.Content key={view.id} />
        </Suspense>
      </main>
      <SignInAgain />
    </div>
  )
}
