import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { DraftTree } from './draft-tree.ts'

/**
 * Returns the ordering keys for `count` nodes that are inserted among the children of a step, directly after the child
 * `after`; if `after` is null, before all other children.
 */
export function positionsAfter(tree: DraftTree, parent: string, after: string | null, count = 1): string[] {
  const siblings = tree.childrenOf(parent)
  const at = after === null ? -1 : siblings.findIndex(({ id }) => id === after)
  const before = siblings[at]?.position ?? null
  // Two authors may have given two siblings the same position. No position exists between these two siblings, so the
  // new nodes come after both.
  const next = siblings.slice(at + 1).find(({ position }) => before === null || position > before)?.position ?? null
  return count === 1 ? [generateKeyBetween(before, next)] : generateNKeysBetween(before, next, count)
}

/** Returns whether a text is a valid ordering key of a node, so that keys before and after it can be made. */
export function isPosition(text: string): boolean {
  try {
    generateKeyBetween(text, null)
    generateKeyBetween(null, text)
    return true
  } catch {
    return false
  }
}

/** Returns the ordering keys for `count` children of a new step. */
export function firstPositions(count: number): string[] {
  return generateNKeysBetween(null, null, count)
}

/**
 * Returns the ordering keys for `count` nodes between two sibling nodes; null stands for the start or the end of the
 * list of siblings.
 */
export function positionsBetween(before: string | null, next: string | null, count: number): string[] {
  return generateNKeysBetween(before, next, count)
}
