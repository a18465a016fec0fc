import type { DraftChange, DraftOperation } from '@sportello/contract'
import { type Applied, type DraftTree, EditRejected } from './draft-tree.ts'
import { isSameJson } from './json-equal.ts'
import { valueAt } from './json-path.ts'

/**
 * A change of a draft that its author can undo, consisting of its operations and the inverse operations. Both are in
 * the order in which they must be applied.
 */
export interface UndoableChange {
  sequence: number
  operations: readonly DraftOperation[]
  inverse: readonly DraftOperation[]
}

/**
 * Returns the operations that undo a change in the current tree. Anything that another author has changed since is left
 * out: properties that no longer have the value from the change, and nodes that were moved.
 */
export function undoOf({ operations, inverse }: Pick<UndoableChange, 'operations' | 'inverse'>, tree: DraftTree): DraftOperation[] {
  const found: DraftOperation[] = []
  const applied: Applied[] = []
  for (const [at, back] of inverse.entries()) {
    const done = operations[operations.length - 1 - at]
    if (done)
      for (const operation of takeBack(done, back, tree)) {
        // Tries the inverse operations on the tree itself, because each of them depends on the earlier ones.
        try {
          applied.push(tree.apply([operation]))
          found.push(operation)
        } catch (error) {
          if (!(error instanceof EditRejected)) throw error
        }
      }
  }
  for (const each of applied.toReversed()) tree.revert(each)
  return found
}

function takeBack(done: DraftOperation, back: DraftOperation, tree: DraftTree): DraftOperation[] {
  const node = tree.get(done.type === 'insert' ? (done.nodes[0]?.id ?? '') : done.id)
  if (!node) return []
  switch (done.type) {
    case 'insert':
      return node.parent === null ? [] : [back]
    case 'remove':
      return node.parent === null ? [back] : []
    case 'move':
      return node.parent === done.parent && node.position === done.position ? [back] : []
    case 'set': {
      if (!isSameJson(valueAt(node.content, done.path), done.value)) return []
      if (back.type !== 'set' || back.path.length === done.path.length) return [back]
      // The change created objects along its path. If another author has added values to these objects, the undo keeps
      // the objects.
      const created = done.path.slice(back.path.length).reduceRight<unknown>((value, key) => ({ [key]: value }), done.value)
      return isSameJson(valueAt(node.content, back.path), created) ? [back] : [{ type: 'set', id: done.id, path: done.path }]
    }
  }
}

/** A change in the log of a draft, with the properties that are needed for undo and redo. */
export interface LoggedChange extends UndoableChange {
  kind: DraftChange['kind']
  of?: number | undefined
}

/**
 * The changes of a draft that an author can undo and redo. The last item of each list is the next change to undo or
 * redo.
 */
export interface UndoStacks {
  undo: UndoableChange[]
  redo: UndoableChange[]
}

/**
 * Adds an author's change to the undo and redo stacks. After an edit nothing can be redone; after an undo the change
 * can be redone; after a redo it can be undone.
 */
export function pushChange({ undo, redo }: UndoStacks, change: LoggedChange): UndoStacks {
  const { kind, of, ...done } = change
  const without = (stack: UndoableChange[]) => stack.filter(({ sequence }) => sequence !== of)
  if (kind === 'undo') return { undo: without(undo), redo: [...redo, done] }
  if (kind === 'redo') return { undo: [...undo, done], redo: without(redo) }
  return { undo: [...undo, done], redo: [] }
}
