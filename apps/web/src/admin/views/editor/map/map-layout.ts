import { hierarchy, tree } from 'd3-hierarchy'

/** Width and height of a step in the step map, in pixels. */
export const STEP_SIZE = { width: 208, height: 44 } as const
const GAP = { across: 72, down: 12 } as const

/** Maximum number of steps that the step map shows when it opens. */
export const FIRST_STEPS = 150

/** A step with its position in the step map. */
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
 * Returns the steps whose children the step map shows at first: the steps above the selected one, and further steps
 * level by level until the map shows `FIRST_STEPS` steps.
 * @param path ids of the steps from the root to the selected one
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
 * Computes the positions of the steps in the step map, from left to right, with the children of each unfolded step
 * beside it (the tidy tree of Reingold and Tilford).
 */
export function placeSteps(root: string, childrenOf: ChildrenOf, unfolded: ReadonlySet<string>): PlacedStep[] {
  const data = hierarchy(root, (id) => (unfolded.has(id) ? childrenOf(id) : []))
  const placed = tree<string>()
    .nodeSize([STEP_SIZE.height + GAP.down, STEP_SIZE.width + GAP.across])
    .separation(() => 1)(data)
  // The layout library draws trees from top to bottom, so its x is the y of the step map.
  return placed.descendants().map(({ data: id, parent, depth, x, y }) => ({ id, parent: parent?.data ?? null, depth, x: y, y: x }))
}

/**
 * Returns the step to which an arrow key leads in the step map: the parent, the first child, or the step above or below
 * at the same level.
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
