import type { DraftOperation } from '@sportello/contract'

/**
 * Returns a key that identifies the property into which the author types. Key presses with the same key are merged into
 * one change. The key is empty if the first operation does not set a property.
 */
export function typingKey([operation]: readonly DraftOperation[]): string {
  return operation?.type === 'set' ? JSON.stringify([operation.id, ...operation.path]) : ''
}
