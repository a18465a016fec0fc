import type { DraftOperation } from '@sportello/contract'
import { type DraftTree, structureFollows } from '@sportello/editing'
import { newId } from './codes.ts'

/**
 * Returns an author's operations together with those that they cause in the form's other languages, so that one undo
 * takes back all of them. The tree is the same afterwards.
 * @throws EditRejected
 */
export function withFollowers(tree: DraftTree, operations: DraftOperation[]): DraftOperation[] {
  if (!operations.some(({ type }) => type === 'insert' || type === 'move')) return operations
  const applied = tree.edit(operations)
  const caused = structureFollows(tree, operations, newId)
  tree.revert(applied)
  return [...operations, ...caused]
}
