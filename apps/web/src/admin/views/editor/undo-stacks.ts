import type { DraftTreeAnswer } from '@sportello/contract'
import { pushChange, type UndoStacks } from '@sportello/editing'

/** Returns the changes that the author can undo and redo after the draft was loaded. */
export function stacksOf(own: DraftTreeAnswer['own']): UndoStacks {
  return own.reduce<UndoStacks>((before, { kind, ...change }) => (kind === 'reset' ? before : pushChange(before, { ...change, kind })), { undo: [], redo: [] })
}
