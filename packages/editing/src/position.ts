import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { DraftTree } from './draft-tree.ts'

/**
 * Returns position keys for `count` nodes to be inserted among the children of a step, directly after the child
 * `after`. If `after` is null, they come before all other children.
 */
export function positionsAfter(tree: DraftTree, parent: string, after: string | null, count = 1): string[] {
  const siblings = tree.childrenOf(parent)
  const at = after === null ? -1 : siblings.findIndex(({ id }) => id === after)
  const before = siblings[at]?.position ?? null
  // Two authors may have assigned the same position to two siblings. There is no position between these siblings, so
  // the new nodes come after both of them.
  const next = siblings.slice(at + 1).find(({ position }) => before === null || position > before)?.position ?? null
  return count === 1 ? [generateKeyBetween(before, next)] : generateNKeysBetween(before, next, count)
}

/** Returns true if a text is a valid position key, so that other keys can be created before and after it. */
export function isPosition(text: string): boolean {
  try {
    generateKeyBetween(text, null)
    generateKeyBetween(null, text)
    return true
  } catch {
    return false
  }
}

/** Steps with at most this number of children share their position keys, which are the same for all of them. */
const SHARED_POSITIONS = 64
const sharedPositions: (readonly string[])[] = []

/** Returns position keys for `count` children of a new step. */
export function firstPositions(count: number): readonly string[] {
  if (count > SHARED_POSITIONS) return generateNKeysBetween(null, null, count)
  const positions = sharedPositions[count] ?? generateNKeysBetween(null, null, count)
  sharedPositions[count] = positions
  return positions
}

/**
 * Returns position keys for `count` nodes between two siblings. Null stands for the start or the end of the list of
 * siblings.
 */
export function positionsBetween(before: string | null, next: string | null, count: number): string[] {
  return generateNKeysBetween(before, next, count)
}
