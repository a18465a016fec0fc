import { useId } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useNavigation } from '../../navigation.tsx'
import { AccountMenu } from '../account/account-menu.tsx'
import { Block } from '../wizard/block.tsx'
import { fieldsAround } from './around.ts'
import { useCustomer } from './customer-layout.tsx'
import { saveLanguage } from './save-language.ts'

/** Logos, the customer's own HTML and buttons, and the language selector. */
export function PageHeader() {
  const { config, chosen } = useCustomer()
  const { page } = useNavigation()
  const own = fieldsAround(page, 'HTML_HEADER', 'HTML_HEADER_BUTTON')
  const { t } = useWords()
  const id = useId()
  return (
    <header className="page-header">
      <div className="logos">
        {config.logos.map((logo, at) => (
          <img key={logo.src} className={at > 0 ? 'logo logo-right' : 'logo'} src={logo.src} alt={logo.alt} height={logo.dimension ?? 48} />
        ))}
        {config.logos.length === 0 && <span className="logo-text">{config.form_title}</span>}
      </div>
      {own.length > 0 && (
        <div className="header-own">
          {own.map((field) => (
            <Block key={field.id} field={field} />
          ))}
        </div>
      )}
      <div className="page-header-end">
        {config.languages.length > 1 && chosen && (
          <div className="language">
            <label className="visually-hidden" htmlFor={id}>
              {t('lingua')}
            </label>
            <select
              id={id}
              className="control control-short"
              value={chosen.lang_code}
              onChange={(event) => saveLanguage(config.form_code, event.target.value, page.place)}
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
