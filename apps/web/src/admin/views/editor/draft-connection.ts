import type { DraftChange, DraftPresence, DraftTreeAnswer, StoredDraftChange } from '@sportello/contract'
import { CallError } from '../../../shared/call-error.ts'
import { followEvents, manage } from '../../call.ts'
import { draftPath, loadDraft } from './early-draft.ts'

/** The calls to the server with which the editor loads and changes one definition. */
export interface DraftConnection {
  load: () => Promise<DraftTreeAnswer>
  send: (change: DraftChange) => Promise<StoredDraftChange>
  changesAfter: (sequence: number) => Promise<StoredDraftChange[]>
  announce: (presence: Pick<DraftPresence, 'client' | 'node'>) => Promise<unknown>
  follow: (sequence: number, signal: AbortSignal) => AsyncGenerator<{ event: string; data: unknown }>
}

export function draftConnection(code: string): DraftConnection {
  const path = draftPath(code)
  return {
    load: () => loadDraft(code),
    send: (change) => manage('POST', `${path}/changes`, { body: change }),
    changesAfter: (after) => manage('GET', `${path}/changes`, { query: { after } }),
    announce: (presence) => manage('POST', `${path}/presence`, { body: presence, background: true }),
    follow: (after, signal) => followEvents(`${path}/events`, { after }, signal),
  }
}

/** Returns true if the server has rejected a call permanently: a retry would fail with the same error. */
export function isRejected(error: unknown): error is CallError {
  return error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 408 && error.status !== 429
}
