import type { DraftNode, DraftOperation } from '@sportello/contract'
import { isSameJson } from './json-equal.ts'

/**
 * Returns the operations that give a step or field another content. A value that differs is replaced as a whole, because
 * the names in a record of translations can be longer than a key in the path of an operation may be.
 */
export function contentOperations(id: string, before: DraftNode['content'], after: DraftNode['content']): DraftOperation[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): DraftOperation[] => {
    const value = after[key]
    if (isSameJson(value, before[key])) return []
    return [{ type: 'set', id, path: [key], ...(value !== undefined && { value }) }]
  })
}
