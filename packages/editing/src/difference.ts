import { type DraftNode, type DraftOperation, ROOT_ID } from '@sportello/contract'
import { DraftTree } from './draft-tree.ts'
import { isSameJson } from './json-equal.ts'
import { FORBIDDEN_KEYS } from './json-path.ts'
import { positionsBetween } from './position.ts'

/**
 * Returns the operations that convert one draft tree to another. Nodes are compared by id, and objects in their
 * contents key by key. A key that is the same in both trees gets no operation, so that a value which another author
 * sets later is kept.
 */
export function differenceOf(from: DraftTree, to: DraftTree): DraftOperation[] {
  const operations: DraftOperation[] = []
  const wanted = new Set([...to.subtree(ROOT_ID)].map(({ id }) => id))
  // The positions in each operation depend on the operations before it. Applies each operation to a copy of the tree.
  const copy = new DraftTree(from.nodes())
  const add = (operation: DraftOperation) => {
    copy.apply([operation])
    operations.push(operation)
  }
  for (const { id, kind } of to.subtree(ROOT_ID)) {
    const before = copy.get(id)
    const after = to.get(id)
    if (before && after) for (const operation of contentDifference(id, before.content, after.content)) add(operation)
    if (kind === 'step') for (const operation of childDifference(copy, to, id)) add(operation)
  }
  // Removes only the topmost of the unwanted nodes, together with all nodes below. No wanted node is below them at this
  // point.
  for (const { id, parent } of [...copy.subtree(ROOT_ID)]) if (!wanted.has(id) && parent !== null && wanted.has(parent)) add({ type: 'remove', id })
  return operations
}

function contentDifference(id: string, before: object, after: object, path: readonly string[] = []): DraftOperation[] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key): DraftOperation[] => {
    const [one, other] = [was[key], is[key]]
    if (isSameJson(one, other) || FORBIDDEN_KEYS.has(key)) return []
    const inside = [...path, key]
    if (isObject(one) && isObject(other) && !hasForbidden(one) && !hasForbidden(other)) return contentDifference(id, one, other, inside)
    return [{ type: 'set', id, path: inside, ...(other !== undefined && { value: other as DraftNode['content'][string] }) }]
  })
}

/**
 * True if an object contains a key that must not occur in the path of an operation. Such an object is replaced as a
 * whole.
 */
const hasForbidden = (value: object): boolean => Object.keys(value).some((key) => FORBIDDEN_KEYS.has(key))
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the operations that give a step the same children in the same order as in the tree `to`. Moves as few
 * children as
 * possible.
 */
function childDifference(tree: DraftTree, to: DraftTree, parent: string): DraftOperation[] {
  const wanted = to.childrenOf(parent)
  const now = new Map(tree.childrenOf(parent).map((node) => [node.id, node.position]))
  const stay = longestIncreasing(wanted.flatMap(({ id }) => (now.has(id) ? [{ id, position: now.get(id) ?? '' }] : [])))
  const operations: DraftOperation[] = []
  let before: string | null = null
  for (let at = 0; at < wanted.length; ) {
    const staying: string | undefined = stay.get(wanted[at]?.id ?? '')
    if (staying !== undefined) {
      before = staying
      at += 1
      continue
    }
    let end = at
    while (end < wanted.length && !stay.has(wanted[end]?.id ?? '')) end += 1
    const next: string | null = stay.get(wanted[end]?.id ?? '') ?? null
    const positions = positionsBetween(before, next, end - at)
    for (const [place, node] of wanted.slice(at, end).entries()) {
      const position = positions[place] ?? ''
      if (tree.get(node.id)) operations.push({ type: 'move', id: node.id, parent, position })
      // Inserts the node without its children, which later operations insert.
      else operations.push({ type: 'insert', nodes: [{ ...node, parent, position }] })
    }
    before = positions.at(-1) ?? before
    at = end
  }
  return operations
}

/** Returns the longest subsequence of children whose positions are increasing, keyed by id (patience sorting). */
function longestIncreasing(children: readonly { id: string; position: string }[]): Map<string, string> {
  const tails: number[] = []
  const previous: number[] = []
  for (const [at, { position }] of children.entries()) {
    let [from, to] = [0, tails.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((children[tails[middle] ?? 0]?.position ?? '') < position) from = middle + 1
      else to = middle
    }
    previous[at] = tails[from - 1] ?? -1
    tails[from] = at
  }
  const found: { id: string; position: string }[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const child = children[at]
    if (child) found.unshift(child)
  }
  return new Map(found.map(({ id, position }) => [id, position]))
}
