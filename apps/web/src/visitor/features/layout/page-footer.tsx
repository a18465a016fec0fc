import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { isLoginPlace } from '../../page-kind.ts'
import { hasDarkTheme } from '../../theme.ts'
import { useCustomer } from '../../use-customer.ts'
import { useAnswering } from '../wizard/answering-context.tsx'
import { Block } from '../wizard/block.tsx'
import { headerOrFooterFields } from './header-footer-fields.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * Page footer. It contains the customer's own footer, links to the terms of the open step and the steps before it, a
 * link to the site map, links to the customer's statements, and a home link.
 */
export function PageFooter() {
  const { config } = useCustomer()
  const { page } = useNavigation()
  const { t } = useWords()
  const { answering } = useAnswering()
  // On a login page these links would only lead back to it. The pages for a new password keep the way back.
  const isLogin = isLoginPlace(page.place)
  const hasHome = !isLogin || (page.place.kind === 'login' && page.place.recovery !== null)
  return (
    <footer className="page-footer">
      {headerOrFooterFields(page, 'FOOTER').map((field) => (
        <Block key={field.id} field={field} />
      ))}
      <div className="footer-end">
        <p>{config.form_title}</p>
        {answering && <answering.TermsLink steps={page.steps} />}
        {hasDarkTheme(config) && <ThemeSwitch />}
        {config.statements.includes('privacy') && <a href={paths.privacy(config.form_code)}>{t('privacy')}</a>}
        {config.statements.includes('accessibility') && <a href={paths.accessibility(config.form_code)}>{t('accessibilita')}</a>}
        {!isLogin && <a href={paths.siteMap(config.form_code)}>{t('mappa_titolo')}</a>}
        {hasHome && (
          <a href={paths.home(config.form_code)}>
            <Icon name="home" />
            {t('torna_inizio')}
          </a>
        )}
      </div>
    </footer>
  )
}
