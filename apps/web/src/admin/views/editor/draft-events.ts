import type { Overwritten } from '@sportello/editing'

/**
 * Whether the server has stored the author's changes. `retrying`: the browser keeps the changes, because it cannot
 * reach the server. `stopped`: the server no longer accepts changes of this editor.
 */
export type SaveState = 'saved' | 'saving' | 'retrying' | 'stopped'

/** Events of the draft that the author did not cause and that the editor shows to the author. */
export type DraftEvent =
  | { kind: 'overwritten'; overwritten: Overwritten }
  | { kind: 'rejected'; error: Error }
  | { kind: 'reset' }
  | { kind: 'failed'; error: Error }
