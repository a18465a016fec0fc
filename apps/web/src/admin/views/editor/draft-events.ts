import type { Overwritten } from '@sportello/editing'

/** Whether the author's changes are stored. `retrying`: the server cannot be reached; the browser keeps them. `stopped`: the server has rejected the editor. */
export type SaveState = 'saved' | 'saving' | 'retrying' | 'stopped'

/** What the editor tells the author about events that the author did not cause. */
export type DraftEvent =
  | { kind: 'overwritten'; overwritten: Overwritten }
  | { kind: 'rejected'; error: Error }
  | { kind: 'reset' }
  | { kind: 'failed'; error: Error }
