import type { CustomerConfiguration } from '@sportello/contract'
import { useId } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { AccountMenu } from '../account/account-menu.tsx'
import { Block } from '../wizard/block.tsx'
import { hasAnswers, useDraft } from '../wizard/draft.tsx'
import { headerOrFooterFields } from './header-footer-fields.ts'
import { saveLanguage } from './save-language.ts'

/**
 * Page header. It contains the first logo on the left, the other logos on the right, the customer's own HTML and
 * buttons, and the language selector.
 */
export function PageHeader() {
  const { config, chosen } = useCustomer()
  const { page } = useNavigation()
  const draft = useDraft()
  const own = headerOrFooterFields(page, 'HTML_HEADER', 'HTML_HEADER_BUTTON')
  const { t } = useWords()
  const id = useId()
  const [left, ...right] = config.logos
  return (
    <header className="page-header">
      <div className="logos">
        {left && <Logo logo={left} at={0} />}
        {!left && <span className="logo-text">{config.form_title}</span>}
      </div>
      {own.length > 0 && (
        <div className="header-own">
          {own.map((field) => (
            <Block key={field.id} field={field} />
          ))}
        </div>
      )}
      <div className="page-header-end">
        {right.map((logo, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: logos do not change while a page is shown, and one may stand here twice
          <Logo key={at} logo={logo} at={at + 1} />
        ))}
        {config.languages.length > 1 && chosen && (
          <div className="language">
            <label className="visually-hidden" htmlFor={id}>
              {t('lingua')}
            </label>
            <select
              id={id}
              className="control control-short"
              value={chosen.lang_code}
              onChange={(event) => saveLanguage(config.form_code, event.target.value, page, hasAnswers(draft))}
            >
              {config.languages.map((language) => (
                <option key={language.lang_code} value={language.lang_code} lang={language.lang_code}>
                  {language.label}
                </option>
              ))}
            </select>
          </div>
        )}
        <AccountMenu />
      </div>
    </header>
  )
}

/** A logo in the page header. Its horizontal offset comes from `brandStyle`. */
function Logo({ logo, at }: { logo: CustomerConfiguration['logos'][number]; at: number }) {
  return <img className={`logo logo-${at}`} src={logo.src} alt={logo.alt} height={logo.dimension ?? DEFAULT_LOGO_HEIGHT} />
}

const DEFAULT_LOGO_HEIGHT = 48
