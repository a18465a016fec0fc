import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { Block } from '../wizard/block.tsx'
import { fieldsAround } from './around.ts'
import { useCustomer } from './customer-layout.tsx'

/** The customer's own footer and the way home. */
export function PageFooter() {
  const { config } = useCustomer()
  const { page } = useNavigation()
  const { t } = useWords()
  return (
    <footer className="page-footer">
      {fieldsAround(page, 'FOOTER').map((field) => (
        <Block key={field.id} field={field} />
      ))}
      <div className="footer-end">
        <p>{config.form_title}</p>
        <a href={paths.siteMap(config.form_code)}>{t('mappa_titolo')}</a>
        <a href={paths.home(config.form_code)}>
          <Icon name="home" />
          {t('torna_inizio')}
        </a>
      </div>
    </footer>
  )
}
