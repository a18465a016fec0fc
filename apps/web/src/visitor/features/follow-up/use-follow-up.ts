import type { FollowUp } from '@sportello/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { forgetCorrections } from './correction-key.ts'
import type { FollowWord } from './follow-words.ts'

export type FollowPhase = { kind: 'loading' } | { kind: 'entry'; notice: FollowWord | null } | { kind: 'open'; shown: FollowUp } | { kind: 'failed' }

/** Messages for the errors of one call, by error code. */
type Faults = Readonly<Record<string, FollowWord>>

/** What the parts of the page do with its session. */
export interface FollowUpCalls {
  /**
   * Makes a call that returns the request as it is now, and shows it.
   * @returns the message for the visitor; null if the call has succeeded, or if the page now asks for the link again
   */
  change: (method: string, parts: readonly string[], body?: unknown, faults?: Faults) => Promise<FollowWord | null>
  /** Makes another call. @throws CallError */
  ask: <T>(method: string, parts: readonly string[], body?: unknown) => Promise<T>
  /**
   * Sends corrected answers and files, and shows the request as it is then.
   * @returns the message for the visitor if the message was answered elsewhere, or the answers are not open any more; null if all is stored
   * @throws CallError if the server rejects something else
   */
  correct: (messageId: string, form: FormData, onProgress: (part: number) => void) => Promise<'cambiata' | 'correzione_codice' | null>
  file: (parts: readonly string[]) => Promise<Blob>
  /** Returns the message for an error. Ends the view of the request if its session has ended. */
  wordOf: (error: unknown, faults?: Faults) => FollowWord | null
  leave: () => Promise<void>
}

/** Returns the key in the fragment of a mailed link, and removes it from the address bar and the history. */
function takeKey(): string | null {
  const [, key] = /^#key=(.+)$/.exec(window.location.hash) ?? []
  if (key === undefined) return null
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return key
}

/** Opens the session of the follow-up page by the link, or continues the one that the browser has. */
export function useFollowUp(): { phase: FollowPhase; calls: FollowUpCalls; load: () => Promise<void> } {
  const { config } = useCustomer()
  const { language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const [phase, setPhase] = useState<FollowPhase>({ kind: 'loading' })
  const code = config.form_code
  // Effects run twice in development; the key is taken once.
  const key = useRef<string | null>(null)
  const page = phase.kind === 'open' ? phase.shown.page : undefined

  const load = useCallback(async () => {
    key.current = takeKey() ?? key.current
    setPhase({ kind: 'loading' })
    try {
      const shown =
        key.current === null ? await api.followUp<FollowUp>(code, 'GET', []) : await api.followUp<FollowUp>(code, 'POST', ['session'], { key: key.current })
      key.current = null
      setPhase({ kind: 'open', shown })
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0
      if (status === 401) setPhase({ kind: 'entry', notice: null })
      else if (status === 404 || status === 400) setPhase({ kind: 'entry', notice: 'link_errato' })
      else setPhase({ kind: 'failed' })
    }
  }, [api, code])

  useEffect(() => {
    void load()
    // A link of another request that is opened in this tab changes only the fragment.
    const reopen = () => window.location.hash.startsWith('#key=') && void load()
    window.addEventListener('hashchange', reopen)
    return () => window.removeEventListener('hashchange', reopen)
  }, [load])

  const wordOf = (error: unknown, faults: Faults = {}): FollowWord | null => {
    if (!(error instanceof CallError)) return 'non_riuscito'
    if (error.status === 401) {
      setPhase({ kind: 'entry', notice: 'sessione_finita' })
      return null
    }
    return faults[error.errors[0]?.data.code ?? ''] ?? 'non_riuscito'
  }
  const calls: FollowUpCalls = {
    wordOf,
    async change(method, parts, body, faults) {
      try {
        setPhase({ kind: 'open', shown: await api.followUp<FollowUp>(code, method, parts, body, page) })
        return null
      } catch (error) {
        const isChanged = error instanceof CallError && error.errors[0]?.data.code === 'forms_mgmt0004'
        const shown = isChanged ? await api.followUp<FollowUp>(code, 'GET', [], undefined, page).catch(() => null) : null
        if (shown) setPhase({ kind: 'open', shown })
        return shown ? 'cambiata' : wordOf(error, faults)
      }
    },
    ask: (method, parts, body) => api.followUp(code, method, parts, body, page),
    async correct(messageId, form, onProgress) {
      try {
        setPhase({ kind: 'open', shown: await api.correctAnswers(code, messageId, form, { page: page ?? '', onProgress }) })
        return null
      } catch (error) {
        const reason = error instanceof CallError ? error.errors[0]?.data.code : undefined
        if (reason !== 'forms_mgmt0004' && reason !== 'forms0006') throw error
        setPhase({ kind: 'open', shown: await api.followUp<FollowUp>(code, 'GET', [], undefined, page) })
        return reason === 'forms0006' ? 'correzione_codice' : 'cambiata'
      }
    },
    file: (parts) => api.followUpFile(code, parts, page ?? ''),
    async leave() {
      forgetCorrections()
      await api.followUp(code, 'DELETE', ['session']).catch(() => undefined)
      setPhase({ kind: 'entry', notice: 'uscito' })
    },
  }
  return { phase, calls, load }
}
