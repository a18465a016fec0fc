import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { takeLanguageNotice } from './save-language.ts'

/**
 * Notice after a change of language. It says that the answers are kept. It also says where the form is now: still at
 * the
 * same step, or back at its start.
 */
export function LanguageNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const [notice, setNotice] = useState<ReturnType<typeof takeLanguageNotice>>(null)
  // Only the browser has the stored notice, and its first render must be the same as the server's. Reads the notice in
  // an effect, which runs after the first render.
  useEffect(() => {
    const taken = takeLanguageNotice(config.form_code)
    if (taken) setNotice(taken)
  }, [config.form_code])
  return <div role="status">{notice && <p className="notice">{t(notice === 'same' ? 'lingua_risposte_tenute' : 'lingua_da_capo')}</p>}</div>
}
