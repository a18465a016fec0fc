import type { DraftTreeAnswer } from '@sportello/contract'
import { manage } from '../../call.ts'
import { readCredential } from '../../session/credential.ts'

/** The editor asks for the draft within this time, or loads it again: the answer would be old. */
const KEPT_MS = 10_000

/** The answer, and the session with which it was asked for: another operator may sign in meanwhile. */
let early: { path: string; credential: string; answer: Promise<DraftTreeAnswer> } | undefined

/**
 * Begins to load the draft that the page's address names, while the dashboard's own code is still loading. A draft of
 * 30,000 steps takes the server longer than the dashboard takes to start.
 */
export function beginToLoadDraft(): void {
  const query = new URLSearchParams(location.search)
  const code = query.get('definition')
  const credential = readCredential()
  if (query.get('view') !== 'definitions' || !code || credential === undefined) return
  const path = draftPath(code)
  const answer = manage<DraftTreeAnswer>('GET', path)
  // A failure is reported by the editor's own call.
  answer.catch(() => {})
  early = { path, credential, answer }
  setTimeout(() => {
    early = undefined
  }, KEPT_MS)
  void import('./editor-view.tsx').catch(() => {})
  if (query.has('translation')) void import('../translations/translation-panel.tsx').catch(() => {})
}

/** Path of a definition's draft, relative to `/managements`. */
export const draftPath = (code: string) => `/definitions/${encodeURIComponent(code)}/draft`

/** Loads a draft. The first call for the draft that the page's address named returns the answer begun then. */
export function loadDraft(code: string): Promise<DraftTreeAnswer> {
  const path = draftPath(code)
  const load = () => manage<DraftTreeAnswer>('GET', path)
  const begun = early
  early = undefined
  return begun?.path === path && begun.credential === readCredential() ? begun.answer.catch(load) : load()
}
