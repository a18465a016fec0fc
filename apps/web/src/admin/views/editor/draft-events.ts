import type { Overwritten } from '@sportello/editing'

/**
 * State of saving the author's changes. `retrying`: the browser cannot reach the server, keeps the changes and retries.
 * `stopped`: the server no longer accepts changes from this editor.
 */
export type SaveState = 'saved' | 'saving' | 'retrying' | 'stopped'

/** Events of the draft that the author did not cause, which the editor reports to the author. */
export type DraftEvent =
  | { kind: 'overwritten'; overwritten: Overwritten }
  | { kind: 'rejected'; error: Error }
  | { kind: 'reset' }
  | { kind: 'failed'; error: Error }
