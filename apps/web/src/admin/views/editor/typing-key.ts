import type { DraftOperation } from '@sportello/contract'

/** Returns what an author types into, so that further key presses amend the same change; empty if the operations set no property. */
export function typingKey([operation]: readonly DraftOperation[]): string {
  return operation?.type === 'set' ? JSON.stringify([operation.id, ...operation.path]) : ''
}
