import { type ErrorEntry, isInputFault } from '@sportello/contract'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../shared/call-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import type { ConcurrentChange } from './concurrent-change.tsx'
import { useMessages } from './use-messages.ts'

/** Returns the fields that a server error names. Each entry consists of the field's name and its error message. */
export function faultsByField(error: Error): [string, string][] {
  const entries: readonly ErrorEntry[] = error instanceof CallError ? error.errors : []
  return entries.flatMap(({ data }): [string, string][] => (data.field ? [[data.field, data.message]] : []))
}

/**
 * Returns the messages of a server error about fields. Each message begins with the label of its field. If the modal
 * does
 * not have the field, the message begins with the server's name for it.
 */
function namedFaults(error: Error, names: Readonly<Record<string, string>>): string[] {
  const entries: readonly ErrorEntry[] = error instanceof CallError ? error.errors : []
  return entries.flatMap(({ data: { field = '', params, message } }) => {
    const name = names[field] ?? (isInputFault(params[0]) ? field : '')
    return name === '' ? [] : [`${name}: ${message}`]
  })
}

interface RefusalProps {
  error: Error
  names: Readonly<Record<string, string>>
  reload: (() => Promise<ConcurrentChange | undefined>) | undefined
  conflictHint: string | undefined
  onReloaded: (concurrentChange: ConcurrentChange | undefined) => void
}

/** Shows the server's error for an edited resource. After a version conflict, a button loads the current version. */
export function Refusal({ error, names, reload, conflictHint, onReloaded }: RefusalProps) {
  const { t } = useWords()
  const messagesOf = useMessages()
  const named = namedFaults(error, names)
  const messages = named.length > 0 ? [...new Set(named)] : messagesOf(error)
  const reloading = useMutation({ mutationFn: async () => reload?.(), onSuccess: onReloaded })
  const isConflict = error instanceof CallError && error.errors.some(({ data }) => data.code === 'forms_mgmt0004')
  return (
    <div className="notice notice-danger">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {isConflict && conflictHint !== undefined && <p>{conflictHint}</p>}
      {isConflict && reload && (
        <>
          <p>{t('conflict_text')}</p>
          <Button onClick={() => reloading.mutate()} disabled={reloading.isPending}>
            {t('conflict_reload')}
          </Button>
          {reloading.error && <p>{t('unreachable')}</p>}
        </>
      )}
    </div>
  )
}
