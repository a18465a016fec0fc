import type { DraftPresence, StoredDraftChange } from '@sportello/contract'
import { type DraftConnection, isRejected } from './draft-connection.ts'

/**
 * Delay in milliseconds before the editor retries a failed call for the first time. The delay doubles with each further
 * retry, up to a maximum.
 */
const RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

export const retryDelay = (failures: number) => Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS)

interface Handlers {
  /** Returns the sequence number of the last change that the editor has received. */
  sequence: () => number
  onChange: (change: StoredDraftChange) => Promise<void>
  onPresence: (presence: DraftPresence) => void
  onComments: () => void
}

/**
 * Receives the changes of a draft until `left` is aborted. The server ends each event stream after some minutes, and
 * connections can break, so this function reconnects every time.
 */
export async function followDraft(connection: DraftConnection, left: AbortSignal, { sequence, onChange, onPresence, onComments }: Handlers): Promise<void> {
  for (let failures = 0; !left.aborted; ) {
    try {
      for await (const { event, data } of connection.follow(sequence(), left)) {
        failures = 0
        if (event === 'presence') onPresence(data as DraftPresence)
        if (event === 'comments') onComments()
        if (event === 'change') await onChange(data as StoredDraftChange)
      }
    } catch (error) {
      if (isRejected(error)) return
      failures += 1
    }
    await pause(retryDelay(failures), left)
  }
}

/** Waits for a number of milliseconds, or until one of the signals is aborted. */
export function pause(milliseconds: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    for (const signal of signals) {
      if (signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
    }
  })
}
