import type { OpenedDraft, SavedFile, SecondFactor } from '@sportello/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { useApi } from '../../use-api.ts'
import { useCustomer } from '../../use-customer.ts'
import { forgetHandle, readHandle } from './saved-handle.ts'
import type { SavedWord } from './saved-words.ts'

/** A file of a saved request, with its content once it has arrived. */
export interface ArrivedFile extends SavedFile {
  content: File | null
}

export type ResumeState =
  | { phase: 'opening' }
  | { phase: 'factor'; kind: SecondFactor; left: number; isWrong: boolean; isBusy: boolean }
  | { phase: 'ended'; text: SavedWord }
  | { phase: 'failed'; error: CallError }
  | { phase: 'ready'; draft: OpenedDraft; files: readonly ArrivedFile[]; isLoading: boolean }

/** The words for the reasons why a link opens nothing, by the parameter of forms0042. */
const ENDS: Readonly<Record<string, SavedWord>> = {
  used: 'riprendi_usato',
  replaced: 'riprendi_sostituito',
  locked: 'riprendi_bloccato',
  deleted: 'riprendi_cancellato',
  expired: 'riprendi_scaduto',
}

/** Returns why a link opens nothing; undefined if another attempt may succeed. */
function endOf({ errors }: CallError): SavedWord | undefined {
  const found = errors.map(({ data }) => data).find(({ code }) => ['forms0003', 'forms0040', 'forms0042', 'http_malformed', 'http_not_found'].includes(code))
  if (!found) return undefined
  if (found.code === 'forms0040') return 'riprendi_scaduto'
  return (found.code === 'forms0042' && ENDS[found.params[0] ?? '']) || 'riprendi_sconosciuto'
}

const asCallError = (error: unknown) => (error instanceof CallError ? error : new CallError([], 0))

/**
 * Opens the saved request whose key is in the fragment of the URL, and downloads its files one after the other. Removes the key
 * from the URL at once, so that it stays neither in the address bar nor in the history.
 */
export function useResume() {
  const { config } = useCustomer()
  const form = config.form_code
  const loadApi = useApi()
  const [state, setState] = useState<ResumeState>({ phase: 'opening' })
  const key = useRef<string | undefined>(undefined)
  const factor = useRef<string | undefined>(undefined)

  const loadFiles = useCallback(
    async (draft: OpenedDraft, known: readonly ArrivedFile[]) => {
      let files = known
      setState({ phase: 'ready', draft, files, isLoading: files.some(({ content }) => !content) })
      for (const file of files.filter(({ content }) => !content)) {
        try {
          const blob = await (await loadApi()).getSavedFile(form, { key: key.current ?? '', second_factor: factor.current }, file.id)
          const content = new File([blob], file.name, { type: file.media_type })
          files = files.map((each) => (each.id === file.id ? { ...each, content } : each))
        } catch {
          // The page names the file, and offers another attempt.
        }
        setState({ phase: 'ready', draft, files, isLoading: true })
      }
      setState({ phase: 'ready', draft, files, isLoading: false })
    },
    [loadApi, form],
  )

  const open = useCallback(
    async (typed?: string) => {
      setState((now) => (now.phase === 'factor' ? { ...now, isBusy: true } : { phase: 'opening' }))
      try {
        const answer = await (await loadApi()).openDraft(form, { key: key.current ?? '', second_factor: typed })
        if (answer.draft) {
          factor.current = typed
          await loadFiles(
            answer.draft,
            answer.draft.files.map((file) => ({ ...file, content: null })),
          )
        } else if (answer.tries_left === 0 || answer.second_factor === null) setState({ phase: 'ended', text: 'riprendi_bloccato' })
        else setState({ phase: 'factor', kind: answer.second_factor, left: answer.tries_left ?? 0, isWrong: typed !== undefined, isBusy: false })
      } catch (error) {
        const failed = asCallError(error)
        const text = endOf(failed)
        if (text) forgetHandle(form)
        setState(text ? { phase: 'ended', text } : { phase: 'failed', error: failed })
      }
    },
    [loadApi, form, loadFiles],
  )

  useEffect(() => {
    // A link that is opened in the same tab changes only the fragment.
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    const fragment = location.hash.slice(1)
    key.current = fragment || key.current || readHandle(form)?.key
    if (fragment) history.replaceState(history.state, '', location.pathname + location.search)
    if (key.current === undefined) setState({ phase: 'ended', text: 'riprendi_sconosciuto' })
    else void open()
    return () => removeEventListener('hashchange', reload)
  }, [form, open])

  async function remove(): Promise<boolean> {
    try {
      await (await loadApi()).deleteDraft(form, { key: key.current ?? '', second_factor: factor.current })
      forgetHandle(form)
      setState({ phase: 'ended', text: 'riprendi_cancellato' })
      return true
    } catch {
      return false
    }
  }

  return { state, open, remove, retryFiles: loadFiles, link: () => ({ key: key.current ?? '', factor: factor.current }) }
}
