import type { LoginReceipt } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'
import { browserApi, type LoginCall } from '../../../shared/call.ts'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import type { PageData } from '../../page-data.ts'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { type AccountWord, useAccountWords } from './account-words.ts'

interface LoginAttempt {
  busy: boolean
  /** Error of the last login attempt; null before the first attempt and during an attempt. */
  fault: { code: string | undefined; message: string } | null
  /**
   * Calls a login endpoint.
   * @returns true if the server accepted the login
   */
  tries: <T>(target: LoginCall, body: object, onAccepted: (answer: T) => void) => Promise<boolean>
}

/**
 * Manages the attempts to log in at an endpoint.
 * @param refused key of the phrase that the page shows for forms0011 (wrong credentials)
 * @param before an error that the server reported when it rendered the page
 */
export function useLoginAttempt(refused: AccountWord, before: PageData['link'] = null): LoginAttempt {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const words = useAccountWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<LoginAttempt['fault']>(() => (before ? messageOf(before) : null))
  // Enables the login form again when the browser restores the page from its back/forward cache.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  function messageOf(error: unknown): NonNullable<LoginAttempt['fault']> {
    const failed = error instanceof CallError ? error : 'errors' in (error as object) ? (error as NonNullable<PageData['link']>) : { errors: [], status: 0 }
    const code = failed.errors[0]?.data.code
    if (code === 'forms0011') return { code, message: words(refused) }
    if (code === 'forms0045') return { code, message: words('troppi_tentativi') }
    return { code, message: messagesOf(failed, t).join(' ') || t('errore_richiesta_testo') }
  }

  return {
    busy,
    fault,
    async tries(target, body, onAccepted) {
      setBusy(true)
      setFault(null)
      try {
        onAccepted(await api.logIn(config.form_code, target, body))
        return true
      } catch (error) {
        setFault(messageOf(error))
        setBusy(false)
        return false
      }
    },
  }
}

/**
 * Opens the session after a successful login. The browser sends the login result to the server in a form post, so that
 * the result does not appear in a URL.
 */
export function openSession({ url, message }: LoginReceipt): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'message'
  field.value = message
  form.append(field)
  document.body.append(form)
  form.submit()
}
