import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { takeLanguageNotice } from './save-language.ts'

/**
 * Notice after a change of language. It says that the answers are kept, and whether the form is at the same step or
 * back at its start.
 */
export function LanguageNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const [notice, setNotice] = useState<ReturnType<typeof takeLanguageNotice>>(null)
  // The notice is read in an effect, because it is stored in the browser and the server renders the page without it.
  useEffect(() => {
    const taken = takeLanguageNotice(config.form_code)
    if (taken) setNotice(taken)
  }, [config.form_code])
  return <div role="status">{notice && <p className="notice">{t(notice === 'same' ? 'lingua_risposte_tenute' : 'lingua_da_capo')}</p>}</div>
}
