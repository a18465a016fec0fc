import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { takeLanguageNotice } from './save-language.ts'

/** Notice after a change of language: the answers are kept, and the visitor is at the same step or back at the start. */
export function LanguageNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const [notice, setNotice] = useState<ReturnType<typeof takeLanguageNotice>>(null)
  // The notice is read in an effect, because the server does not know what this browser stored.
  useEffect(() => {
    const taken = takeLanguageNotice(config.form_code)
    if (taken) setNotice(taken)
  }, [config.form_code])
  return <div role="status">{notice && <p className="notice">{t(notice === 'same' ? 'lingua_risposte_tenute' : 'lingua_da_capo')}</p>}</div>
}
