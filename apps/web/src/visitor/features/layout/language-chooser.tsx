import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { saveLanguage } from './save-language.ts'

/**
 * Asks the visitor to choose a language. Shown if the form is available neither in the saved language nor in any of the
 * browser's languages.
 */
export function LanguageChooser() {
  const { config } = useCustomer()
  const { page } = useNavigation()
  const { t } = useWords()
  return (
    <section className="card" aria-labelledby="choose-language">
      <h1 id="choose-language">{t('scegli_lingua')}</h1>
      <div className="button-column">
        {config.languages.map((language) => (
          <Button key={language.lang_code} lang={language.lang_code} onClick={() => saveLanguage(config.form_code, language.lang_code, page)}>
            {language.label}
          </Button>
        ))}
      </div>
    </section>
  )
}
