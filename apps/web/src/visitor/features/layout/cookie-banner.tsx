import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { MONTH_S, writeCookie } from '../../../shared/write-cookie.ts'
import { useCustomer } from '../../use-customer.ts'

/**
 * Cookie notice, shown once a month if the form enables it (visitor specification, sections 2 and 9). The visitor can
 * scroll the page so that the notice covers no content.
 */
export function CookieBanner() {
  const { config } = useCustomer()
  const { t } = useWords()
  const [shown, setShown] = useState(false)
  const name = `cookies_${config.form_code}`
  const wanted = config.show_cookie_law_banner
  // The notice appears only after an effect has run in the browser. The server does not read the cookie, because it
  // renders the same page for all visitors.
  useEffect(() => setShown(wanted && !document.cookie.split('; ').includes(`${name}=1`)), [wanted, name])
  if (!shown) return null

  function goOn(): void {
    writeCookie(name, '1', MONTH_S)
    setShown(false)
  }

  return (
    <section className="cookie-banner" aria-label={t('cookie_titolo')}>
      <p>{t('cookie_testo')}</p>
      <Button weight="primary" onClick={goOn}>
        {t('cookie_continua')}
      </Button>
    </section>
  )
}
