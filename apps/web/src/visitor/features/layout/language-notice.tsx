import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { takeLanguageNotice } from './save-language.ts'

/**
 * Notice after a change of language. It says that the answers are kept, and whether the form is still at the same step
 * or back at its start.
 */
export function LanguageNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const [notice, setNotice] = useState<ReturnType<typeof takeLanguageNotice>>(null)
  // The stored notice is read in an effect, because only the browser has it, and the first render must be the same as
  // on the server.
  useEffect(() => {
    const taken = takeLanguageNotice(config.form_code)
    if (taken) setNotice(taken)
  }, [config.form_code])
  return <div role="status">{notice && <p className="notice">{t(notice === 'same' ? 'lingua_risposte_tenute' : 'lingua_da_capo')}</p>}</div>
}
