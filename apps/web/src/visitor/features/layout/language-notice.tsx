import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { takeLanguageNotice } from './save-language.ts'

/** After a change of language: whether the visitor is at the same step, and that what was typed is still there. */
export function LanguageNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const [notice, setNotice] = useState<ReturnType<typeof takeLanguageNotice>>(null)
  // After the first paint: the server does not know where the visitor comes from.
  useEffect(() => {
    const taken = takeLanguageNotice(config.form_code)
    if (taken) setNotice(taken)
  }, [config.form_code])
  return <div role="status">{notice && <p className="notice">{t(notice === 'same' ? 'lingua_risposte_tenute' : 'lingua_da_capo')}</p>}</div>
}
