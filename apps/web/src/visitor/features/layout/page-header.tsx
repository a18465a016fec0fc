import { type CustomerConfiguration, lookNamed } from '@sportello/contract'
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
 * buttons, and the language selector. In the look "italia", a slim header above it contains the authority to which the
 * customer belongs, the language selector and the account menu.
 */
export function PageHeader() {
  const { config } = useCustomer()
  const { page } = useNavigation()
  const own = headerOrFooterFields(page, 'HTML_HEADER', 'HTML_HEADER_BUTTON')
  const [left, ...right] = config.logos
  const slim = lookNamed(config.template_params.params) === 'italia'
  const languageAndAccount = (
    <>
      <LanguageChoice />
      <AccountMenu />
    </>
  )
  return (
    <header className="page-header">
      {slim && (
        <div className="slim">
          <ParentBody params={config.template_params.params} />
          <div className="page-header-end">{languageAndAccount}</div>
        </div>
      )}
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
        {!slim && languageAndAccount}
      </div>
    </header>
  )
}

/** Name of the authority to which the customer belongs, such as its region, with a link to its website. */
function ParentBody({ params: { parent_name, parent_url } }: { params: Readonly<Record<string, unknown>> }) {
  if (typeof parent_name !== 'string') return <span />
  return typeof parent_url === 'string' && /^https?:\/\//.test(parent_url) ? <a href={parent_url}>{parent_name}</a> : <span>{parent_name}</span>
}

/** Language selector. It is shown if the form has several languages. */
function LanguageChoice() {
  const { config, chosen } = useCustomer()
  const { page } = useNavigation()
  const draft = useDraft()
  const { t } = useWords()
  const id = useId()
  if (config.languages.length < 2 || !chosen) return null
  return (
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
  )
}

/** A logo in the page header. Its horizontal offset comes from `brandStyle`. */
function Logo({ logo, at }: { logo: CustomerConfiguration['logos'][number]; at: number }) {
  return <img className={`logo logo-${at}`} src={logo.src} alt={logo.alt} height={logo.dimension ?? DEFAULT_LOGO_HEIGHT} />
}

const DEFAULT_LOGO_HEIGHT = 48
