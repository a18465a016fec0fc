import { type DraftNode, type DraftOperation, ROOT_ID } from '@sportello/contract'
import { differenceOf } from './difference.ts'
import type { DraftTree } from './draft-tree.ts'
import { valueAt } from './json-path.ts'

/**
 * One difference between two versions of a form. It contains no text for people; the server's function `describeChange`
 * creates that.
 */
export interface Change {
  kind: 'added' | 'removed' | 'moved' | 'reordered' | 'set'
  /** The step or field that differs, in the later version. If it was removed, in the earlier version. */
  node: DraftNode
  /**
   * The step that contains the node in the later version (in the earlier version if the node was removed). Undefined if
   * the node is the form itself.
   */
  parent: DraftNode | undefined
  /** Number of steps below the step that was added or removed. */
  below: number
  /** Keys that lead from the node's content to the value that differs; empty unless the kind is `set`. */
  path: readonly string[]
  before: unknown
  after: unknown
}

/** Keys of a node that have a meaning only for the editor, so differences in them are ignored. */
const INTERNAL: ReadonlySet<string> = new Set(['ordering', 'twin_of'])

/**
 * Returns the differences between two versions of a form, in the order of the later version. Removed steps and fields
 * come last. Steps and fields are compared by their ids.
 */
export function changesBetween(before: DraftTree, after: DraftTree): Change[] {
  const operations = differenceOf(before, after)
  const inserted = new Set(operations.flatMap((operation) => (operation.type === 'insert' ? operation.nodes.map(({ id }) => id) : [])))
  const changes = operations.flatMap((operation) => changeOf(operation, { before, after, inserted }) ?? [])
  const order = new Map([...after.subtree(ROOT_ID)].map(({ id }, at) => [id, at]))
  const placeOf = ({ node }: Change) => order.get(node.id) ?? order.size
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other))
}

interface Versions {
  before: DraftTree
  after: DraftTree
  inserted: ReadonlySet<string>
}

function changeOf(operation: DraftOperation, { before, after, inserted }: Versions): Change | undefined {
  const plain = { below: 0, path: [], before: undefined, after: undefined }
  if (operation.type === 'insert') {
    const [first] = operation.nodes
    const node = first && after.get(first.id)
    // The added step above this node is reported with the number of steps below it. The node itself therefore needs no
    // report.
    if (!node || (node.parent !== null && inserted.has(node.parent))) return undefined
    return { ...plain, kind: 'added', node, parent: parentOf(node, after), below: stepsBelow(node, after) }
  }
  const was = before.get(operation.id)
  if (operation.type === 'remove') return was && { ...plain, kind: 'removed', node: was, parent: parentOf(was, before), below: stepsBelow(was, before) }
  const node = after.get(operation.id)
  if (!node || !was) return undefined
  if (operation.type === 'move') return { ...plain, kind: was.parent === node.parent ? 'reordered' : 'moved', node, parent: parentOf(node, after) }
  const { path } = operation
  if (path.length === 1 && INTERNAL.has(path[0] ?? '')) return undefined
  return { kind: 'set', node, parent: parentOf(node, after), below: 0, path, before: valueAt(was.content, path), after: valueAt(node.content, path) }
}

const parentOf = ({ parent }: DraftNode, tree: DraftTree) => (parent === null ? undefined : tree.get(parent))
const stepsBelow = ({ id }: DraftNode, tree: DraftTree) => [...tree.subtree(id)].filter(({ kind }) => kind === 'step').length - 1
