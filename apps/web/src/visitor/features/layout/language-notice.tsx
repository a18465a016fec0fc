import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useDraft } from '../wizard/draft.tsx'
import { takeLanguageNotice } from './save-language.ts'

/**
 * Notice after a change of language. It says that the answers are kept, and names the files that must be attached again. It also says where the form is now: still at
 * the
 * same step, or back at its start.
 */
export function LanguageNotice() {
  const { config } = useCustomer()
  const { t } = useWords()
  const lostFiles = Object.values(useDraft().lostFiles).flat()
  const [notice, setNotice] = useState<ReturnType<typeof takeLanguageNotice>>(null)
  // Only the browser has the stored notice, and its first render must be the same as the server's. Reads the notice in
  // an effect, which runs after the first render.
  useEffect(() => {
    const taken = takeLanguageNotice(config.form_code)
    if (taken) setNotice(taken)
  }, [config.form_code])
  return (
    <div role="status">
      {notice && (
        <p className="notice">
          {t(notice === 'same' ? 'lingua_risposte_tenute' : 'lingua_da_capo')}
          {lostFiles.length > 0 && ` ${t('file_da_riallegare', lostFiles.join(', '))}`}
        </p>
      )}
    </div>
  )
}
