import { ATTACHMENT_PREFIX, type SendReceipt, type TagView } from '@sportello/contract'
import type { ConfirmModal, SendButtonCustomization } from '@sportello/fields'
import { useRef, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useApi } from '../../use-api.ts'
import { useCustomer } from '../../use-customer.ts'
import { draftHandle, forgetHandle } from '../saved-drafts/saved-handle.ts'
import { useAcceptedTerms } from '../terms/accepted-terms.ts'
import { carryVisit, noteVisit } from '../visit/visit-events.ts'
import { answersOf, knownOf } from '../wizard/answers.ts'
import { useDraft } from '../wizard/draft.tsx'

/** A request that the server accepted. */
export interface Sent extends SendReceipt {
  /** E-mail address to which the confirmation link was sent; null if the request needs no confirmation. */
  confirmAt: string | null
  /**
   * URL (https) of another website on which the visitor can continue, offered on the receipt; null if there is none.
   */
  continueTo: string | null
  /** Idempotency key of the submission, with which the browser can download the receipt. */
  key: string
}

export type SendState = { phase: 'idle' } | { phase: 'sending'; part: number } | { phase: 'cancelled' } | { phase: 'refused'; error: CallError }

/**
 * Submits the request of the open step. Retries have the same idempotency key until the visitor changes something, so
 * that
 * the server stores the request only once.
 * @param onRefused called with the error of a rejected submission, in the same render in which `state` changes
 */
export function useSend(steps: readonly TagView[], onRefused: (error: CallError) => void) {
  const { config } = useCustomer()
  const { language } = useWords()
  const settings = usePageSettings()
  const draft = useDraft()
  const { acceptedOn } = useAcceptedTerms()
  const loadApi = useApi()
  const [state, setState] = useState<SendState>({ phase: 'idle' })
  const lastTry = useRef<{ payload: string; files: readonly File[]; key: string } | null>(null)
  const running = useRef<AbortController | null>(null)

  /** `solution` is the captcha's solution. A retry with a different solution keeps the same idempotency key. */
  async function send(email: string | null, solution: string | null): Promise<Sent | null> {
    if (running.current) return null
    const form = new FormData()
    const step = steps.at(-1)?.code_tag ?? ''
    const { answers, further, files } = answersOf(steps, draft, language, knownOf(config), config.today)
    if (email !== null) {
      form.append('email', email)
      form.append('confirmed_email', email)
    }
    if (settings.sessionCode !== undefined) form.append('otp_code', settings.sessionCode)
    form.append('form_fields', JSON.stringify(answers))
    if (further !== null) form.append('further_questions', JSON.stringify(further))
    const terms = acceptedOn(steps)
    if (terms.length > 0) form.append('terms', JSON.stringify(terms))
    if (solution !== null) form.append('captcha_resolved', solution)
    form.append('code_tag', step)
    const saved = draftHandle(config.form_code, steps)
    if (saved !== undefined) form.append('saved_draft', saved)
    const chosen = Object.entries(files).flatMap(([code, list]) => list.map((file) => ({ code, file })))
    for (const { code, file } of chosen) form.append(`${ATTACHMENT_PREFIX}${code}`, file, file.name)
    const key = keyFor(
      JSON.stringify([email, answers, further, terms, step]),
      chosen.map(({ file }) => file),
    )
    const controller = new AbortController()
    running.current = controller
    setState({ phase: 'sending', part: 0 })
    const visit = carryVisit(step)
    try {
      const api = await loadApi()
      controller.signal.throwIfAborted()
      const receipt = await api.send(config.form_code, form, key, {
        signal: controller.signal,
        onProgress: (part) => setState({ phase: 'sending', part }),
        visit: visit?.report,
      })
      if (visit) visit.settle('stored')
      else noteVisit({ kind: 'sent', codeTag: step })
      lastTry.current = null
      if (saved !== undefined) forgetHandle(config.form_code)
      setState({ phase: 'idle' })
      return { ...receipt, confirmAt: receipt.notifier_email === null ? null : email, continueTo: actionOf(customButton(steps)), key }
    } catch (error) {
      // A server or proxy that reports a failure of its own may have stored the request before.
      visit?.settle(error instanceof CallError && error.status >= 400 && error.status < 500 ? 'refused' : 'unknown')
      if (error instanceof CallError) {
        onRefused(error)
        setState({ phase: 'refused', error })
      } else setState({ phase: 'cancelled' })
      return null
    } finally {
      running.current = null
    }
  }

  function keyFor(payload: string, files: readonly File[]): string {
    const last = lastTry.current
    if (last && last.payload === payload && last.files.length === files.length && last.files.every((file, at) => file === files[at])) return last.key
    const key = crypto.randomUUID()
    lastTry.current = { payload, files, key }
    return key
  }

  return { state, send, cancel: () => running.current?.abort(), reset: () => setState({ phase: 'idle' }) }
}

/**
 * Returns true if the server requires a captcha or has rejected the captcha's solution (visitor specification, section
 * 8).
 */
export function wantsCaptcha({ errors }: CallError): boolean {
  return errors.some(({ data }) => data.code === 'forms0013' || data.code === 'forms0030')
}

/**
 * Returns the author's settings for the submit button (label and URL). If several of the visitor's steps have such
 * settings, the last step takes precedence.
 */
export function customButton(steps: readonly TagView[]): SendButtonCustomization | undefined {
  const field = steps.flatMap((step) => step.form_fields).findLast((each) => each.type === 'SEND_BUTTON_CUSTOMIZATION')
  return field?.type === 'SEND_BUTTON_CUSTOMIZATION' ? field.value : undefined
}

/**
 * Returns the author's confirmation dialog. If several of the visitor's steps have one, the last step takes precedence.
 */
export function confirmModalOf(steps: readonly TagView[]): ConfirmModal | undefined {
  const field = steps.flatMap((step) => step.form_fields).findLast((each) => each.type === 'CONFIRM_MODAL')
  return field?.type === 'CONFIRM_MODAL' ? field.value : undefined
}

function actionOf(button: SendButtonCustomization | undefined): string | null {
  return button?.action?.startsWith('https://') ? button.action : null
}
