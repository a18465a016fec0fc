import type { DraftOperation } from '@sportello/contract'

/**
 * Returns a key for the property that an author types into, so that further key presses amend the same change; the key
 * is empty if the operations set no property.
 */
export function typingKey([operation]: readonly DraftOperation[]): string {
  return operation?.type === 'set' ? JSON.stringify([operation.id, ...operation.path]) : ''
}
