import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { usePermissions } from '../account.ts'
import { places, useDashboardSearch } from '../address.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { useKeepAlive } from '../session/use-keep-alive.ts'
import { HOME_VIEW, useShownView } from '../views/views.ts'
import { useWords } from '../words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CustomerLogo } from './customer-logo.tsx'
import { Search } from './search.tsx'
import { MENU_ID, SideMenu } from './side-menu.tsx'

/**
 * Layout of the dashboard for a signed-in operator: the header, the menu on the left, and the view named in the URL.
 */
export function Shell() {
  const { t } = useWords()
  const { view: wanted, customer } = useDashboardSearch()
  const view = useShownView()
  // The search finds more than agents and supervisors may see, so that the server refuses it to them.
  const searches = usePermissions().may({ role: 'viewer', authoring: 'translator' })
  useKeepAlive()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [isSearching, setIsSearching] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else if (view.id) heading.current?.focus()
  }, [view.id])
  useEffect(() => {
    if (!isMenuOpen) return
    function close({ key }: KeyboardEvent): void {
      if (key !== 'Escape') return
      setIsMenuOpen(false)
      menuButton.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isMenuOpen])
  const name = t(view.label)

  return (
    <div className={isMenuOpen ? 'shell shell-menu-open' : 'shell'}>
      <title>{name.toLocaleLowerCase()}</title>
      <a className="skip-link" href="#view">
        {t('skip')}
      </a>
      <header className="shell-header">
        <button
          ref={menuButton}
          type="button"
          className="button button-quiet shell-menu-button"
          aria-expanded={isMenuOpen}
          aria-controls={MENU_ID}
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          {t('menu')}
        </button>
        <Link to={places.management} search={{ view: HOME_VIEW, customer }} className="shell-home" aria-label={t('view_home')}>
          <CustomerLogo />
        </Link>
        <p className="shell-title">dashboard</p>
        {searches && (
          <Button className="shell-search" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={() => setIsSearching(true)}>
            {t('search')}{' '}
            <span className="shell-search-key" aria-hidden="true">
              Ctrl K
            </span>
          </Button>
        )}
        <AccountMenu />
      </header>
      <SideMenu onOpen={() => setIsMenuOpen(false)} />
      <main id="view" className="shell-view">
        <h1 ref={heading} tabIndex={-1}>
          {name.toLocaleLowerCase()}
        </h1>
        {wanted !== undefined && wanted !== view.id && <p className="notice notice-warning">{t('view_unknown')}</p>}
        <view.Content key={view.id} />
      </main>
      <BottomBar onSearch={searches ? () => setIsSearching(true) : undefined} />
      {searches && <Search isOpen={isSearching} onOpenChange={setIsSearching} />}
      <SignInAgain />
    </div>
  )
}
