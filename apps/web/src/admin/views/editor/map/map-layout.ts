import { hierarchy, tree } from 'd3-hierarchy'

/** Width and height in pixels of a step's box in the step map. */
export const STEP_SIZE = { width: 208, height: 44 } as const
const GAP = { across: 72, down: 12 } as const

/** Number of steps up to which the step map expands further levels when it opens. */
export const FIRST_STEPS = 150

/** A step together with its position in the step map. */
export interface PlacedStep {
  id: string
  parent: string | null
  /** Number of steps above this step in the tree. */
  depth: number
  x: number
  y: number
}

/** Returns the ids of the steps directly below a step, in order. */
export type ChildrenOf = (id: string) => readonly string[]

/**
 * Returns the steps that are expanded when the step map opens. These are the steps above the selected step. Further
 * steps
 * are expanded level by level until the map shows `FIRST_STEPS` steps.
 * @param path ids of the steps from the root to the selected step
 */
export function firstUnfolded(root: string, childrenOf: ChildrenOf, path: readonly string[]): Set<string> {
  const unfolded = new Set(path.slice(0, -1))
  let level = [root]
  let shown = 1
  while (level.length > 0) {
    const below = level.flatMap((id) => childrenOf(id))
    shown += below.length
    if (shown > FIRST_STEPS) break
    for (const id of level) unfolded.add(id)
    level = below
  }
  return unfolded
}

/**
 * Computes the position of each step in the step map with the tidy-tree algorithm of Reingold and Tilford. The map
 * grows from left to right; the children of an expanded step are to its right.
 */
export function placeSteps(root: string, childrenOf: ChildrenOf, unfolded: ReadonlySet<string>): PlacedStep[] {
  const data = hierarchy(root, (id) => (unfolded.has(id) ? childrenOf(id) : []))
  const placed = tree<string>()
    .nodeSize([STEP_SIZE.height + GAP.down, STEP_SIZE.width + GAP.across])
    .separation(() => 1)(data)
  // The layout library draws trees from top to bottom, and the step map goes from left to right. Swaps x and y.
  return placed.descendants().map(({ data: id, parent, depth, x, y }) => ({ id, parent: parent?.data ?? null, depth, x: y, y: x }))
}

/**
 * Returns the step that an arrow key selects in the step map: the parent (left), the first child (right), or the next
 * step above or below on the same level.
 */
export function stepInDirection(placed: readonly PlacedStep[], from: string, key: string): string | undefined {
  const step = placed.find(({ id }) => id === from)
  if (!step) return undefined
  if (key === 'ArrowLeft') return step.parent ?? undefined
  if (key === 'ArrowRight') return placed.find(({ parent }) => parent === from)?.id
  const level = placed.filter(({ depth }) => depth === step.depth).toSorted((one, other) => one.y - other.y)
  const at = level.findIndex(({ id }) => id === from)
  if (key === 'ArrowUp') return level[at - 1]?.id
  return key === 'ArrowDown' ? level[at + 1]?.id : undefined
}
