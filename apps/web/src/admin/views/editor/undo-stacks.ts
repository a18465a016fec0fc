import type { DraftTreeAnswer } from '@sportello/contract'
import { pushChange, type UndoStacks } from '@sportello/editing'

/**
 * Returns the changes that the author can undo and redo when the draft has just been loaded. `own` contains the
 * author's earlier changes.
 */
export function stacksOf(own: DraftTreeAnswer['own']): UndoStacks {
  return own.reduce<UndoStacks>((before, { kind, ...change }) => (kind === 'reset' ? before : pushChange(before, { ...change, kind })), { undo: [], redo: [] })
}
