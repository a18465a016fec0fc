import { ATTACHMENT_PREFIX, type SavedDraft, type TagView } from '@sportello/contract'
import { useRef, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { usePageSettings } from '../../page-settings.ts'
import { useApi } from '../../use-api.ts'
import { useCustomer } from '../../use-customer.ts'
import { useDraft } from '../wizard/draft.tsx'
import { forgetHandle, keepHandle, readHandle } from './saved-handle.ts'

export type SaveState = { phase: 'asking'; error: CallError | null } | { phase: 'saving'; part: number } | { phase: 'done'; saved: SavedDraft }

/** What the visitor types to save a request. */
export interface SaveInput {
  /** Address for the link; undefined if the visitor has one already. */
  email: string | undefined
  factor: string | undefined
  /** Solution of the captcha. */
  solution: string | null
}

/** Codes of the errors that mean that the link of this tab no longer opens a draft. */
const ENDED = new Set(['forms0003', 'forms0040', 'forms0042'])

/** Saves the visitor's input with its files. A repeated attempt has the same idempotency key until something changes. */
export function useSaveDraft(steps: readonly TagView[]) {
  const { config } = useCustomer()
  const settings = usePageSettings()
  const { shown, files } = useDraft()
  const loadApi = useApi()
  const [state, setState] = useState<SaveState>({ phase: 'asking', error: null })
  const [handle, setHandle] = useState(() => readHandle(config.form_code))
  const lastTry = useRef<{ payload: string; files: readonly File[]; key: string } | null>(null)
  const running = useRef<AbortController | null>(null)

  async function save({ email, factor, solution }: SaveInput): Promise<void> {
    if (running.current) return
    const fields = {
      form_fields: JSON.stringify(shown),
      code_tag: steps.at(-1)?.code_tag ?? '',
      ...(email !== undefined && { email }),
      ...(factor !== undefined && { second_factor: factor }),
      ...(handle?.key !== undefined ? { key: handle.key } : handle?.save !== undefined && { earlier: handle.save }),
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (settings.sessionCode !== undefined) form.append('otp_code', settings.sessionCode)
    if (solution !== null) form.append('captcha_resolved', solution)
    const chosen = Object.entries(files).flatMap(([code, list]) => list.map((file) => ({ code, file })))
    for (const { code, file } of chosen) form.append(`${ATTACHMENT_PREFIX}${code}`, file, file.name)
    const idempotencyKey = keyFor(
      JSON.stringify(fields),
      chosen.map(({ file }) => file),
    )
    const controller = new AbortController()
    running.current = controller
    setState({ phase: 'saving', part: 0 })
    try {
      const api = await loadApi()
      const saved = await api.saveDraft(config.form_code, form, idempotencyKey, {
        signal: controller.signal,
        onProgress: (part) => setState({ phase: 'saving', part }),
      })
      const next = { ...(handle?.key === undefined ? { save: idempotencyKey } : { key: handle.key }), until: saved.expires_at, step: fields.code_tag }
      keepHandle(config.form_code, next, factor)
      setHandle(next)
      setState({ phase: 'done', saved })
    } catch (error) {
      const failed = error instanceof CallError ? error : null
      // The link has ended meanwhile. The visitor gets a new one.
      if (failed?.errors.some(({ data }) => ENDED.has(data.code))) {
        forgetHandle(config.form_code)
        setHandle(null)
      }
      setState({ phase: 'asking', error: failed })
    } finally {
      running.current = null
    }
  }

  function keyFor(payload: string, chosen: readonly File[]): string {
    const last = lastTry.current
    if (last && last.payload === payload && last.files.length === chosen.length && last.files.every((file, at) => file === chosen[at])) return last.key
    const key = crypto.randomUUID()
    lastTry.current = { payload, files: chosen, key }
    return key
  }

  return { state, handle, save, cancel: () => running.current?.abort() }
}
