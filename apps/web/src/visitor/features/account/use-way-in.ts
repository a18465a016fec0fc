import type { LoginReceipt } from '@sportello/contract'
import { useEffect, useMemo, useState } from 'react'
import { browserApi, CallError, type LoginCall } from '../../../shared/call.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import type { PageData } from '../../page-data.ts'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { type AccountWord, useAccountWords } from './account-words.ts'

interface WayIn {
  busy: boolean
  /** What the last try came to; null before it and while another is under way. */
  fault: { code: string | undefined; message: string } | null
  /** Makes a call of the ways in. @returns whether it was accepted */
  tries: <T>(target: LoginCall, body: object, onAccepted: (answer: T) => void) => Promise<boolean>
}

/**
 * A try at a call of the ways in.
 * @param refused what forms0011 means here
 * @param before what the server has refused already, when the page was loaded
 */
export function useWayIn(refused: AccountWord, before: PageData['link'] = null): WayIn {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const words = useAccountWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<WayIn['fault']>(() => (before ? messageOf(before) : null))
  // Who comes back by the browser's button finds the page as it was left.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  function messageOf(error: unknown): NonNullable<WayIn['fault']> {
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

/** Takes a login's proof to where it opens a session: posted as a form, so that it stands in no address. */
export function enterBy({ url, message }: LoginReceipt): void {
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
