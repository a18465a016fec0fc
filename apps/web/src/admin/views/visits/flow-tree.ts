import type { Step } from './step-tree.ts'

/** A bar in the picture of the flow: a step, its gathered options, or what ended at a step. */
export interface FlowNode {
  kind: 'step' | 'others' | 'sent' | 'left'
  /** The step; of the other kinds, the step from which the visitors came. */
  step: Step
  /** Number of visits; null if it is hidden. */
  count: number | null
  /** Whether hidden figures are missing in the count. */
  isPartial: boolean
  /** Number of steps that are gathered in this node. */
  gathered: number
  /** Where the visitors went from here. Empty if the picture ends here. */
  next: FlowNode[]
}

/** The most nodes that a picture has, and that one of its columns has. */
const NODES = 40
const ROWS = 14
/** The most options of a step that have a node of their own, and how many have one even if few visitors chose them. */
const OPTIONS = 8
const OPTIONS_AT_LEAST = 3
/** Share of the visits at the first node below which an option is gathered with others. */
const SMALL = 0.02

/** Returns the first step of the form among those that were reached; undefined if there is none. */
export function firstStep(steps: readonly Step[]): Step | undefined {
  const ids = new Set(steps.map(({ id }) => id))
  return steps.find(({ title, parent }) => title !== null && (parent === null || !ids.has(parent)))
}

/**
 * Returns the flow of the visits from a step on, as a tree of at most 40 nodes. Steps with more visits are followed
 * first. Counts are shown as they are: no hidden figure is computed from the others.
 * @param columns number of columns for which there is room, the first step's among them
 */
export function flowFrom(steps: readonly Step[], first: Step, columns: number): FlowNode {
  const below = Map.groupBy(steps, ({ parent }) => parent)
  const small = (first.reached ?? 0) * SMALL
  const root = nodeOf(first)
  const rows = new Map<number, number>()
  let nodes = 1
  // The ends of the picture that can be followed, with their column.
  const ends = [{ node: root, column: 0 }]
  while (ends.length > 0) {
    const most = ends.reduce((at, { node }, other) => ((node.count ?? 0) > (ends[at]?.node.count ?? 0) ? other : at), 0)
    const [end] = ends.splice(most, 1)
    if (!end) break
    const column = end.column + 1
    const next = nextOf(end.node.step, below.get(end.node.step.id) ?? [], small)
    const isFull = nodes + next.length > NODES || (rows.get(column) ?? 0) + next.length > ROWS
    if (column >= columns || isFull) continue
    end.node.next = next
    nodes += next.length
    rows.set(column, (rows.get(column) ?? 0) + next.length)
    for (const node of next) if (node.kind === 'step') ends.push({ node, column })
  }
  return root
}

/** Returns whether there is anything to see if the step is the first one of the picture. */
export const canOpen = (step: Step, parents: ReadonlySet<string>) => parents.has(step.id) || step.left !== 0 || step.sent !== 0

const nodeOf = (step: Step): FlowNode => ({ kind: 'step', step, count: step.reached, isPartial: false, gathered: 0, next: [] })

function nextOf(step: Step, options: readonly Step[], small: number): FlowNode[] {
  const chosen = options.filter(({ reached }) => reached !== 0).toSorted((one, other) => (other.reached ?? 0) - (one.reached ?? 0))
  const shown = chosen.filter(({ reached }, at) => at < OPTIONS_AT_LEAST || (at < OPTIONS && (reached ?? 0) >= small))
  const rest = chosen.slice(shown.length)
  const nodes = (rest.length === 1 ? chosen : shown).map(nodeOf)
  if (rest.length > 1) nodes.push(gather(step, rest))
  for (const kind of ['sent', 'left'] as const) if (step[kind] !== 0) nodes.push({ kind, step, count: step[kind], isPartial: false, gathered: 0, next: [] })
  return nodes
}

/** Gathers options. The count is the sum of those that are not hidden, or null if all are. */
function gather(step: Step, options: readonly Step[]): FlowNode {
  const known = options.flatMap(({ reached }) => reached ?? [])
  const count = known.length === 0 ? null : known.reduce((sum, reached) => sum + reached, 0)
  return { kind: 'others', step, count, isPartial: known.length < options.length, gathered: options.length, next: [] }
}

/** A node in a list, with the position of the node before it; the first one has none. */
export interface FlowRow {
  node: FlowNode
  from: number | null
}

/** Lists the nodes, each before those that follow it. Bands between nodes in this order do not cross. */
export function flowRows(root: FlowNode): FlowRow[] {
  const rows: FlowRow[] = []
  const add = (node: FlowNode, from: number | null) => {
    const at = rows.push({ node, from }) - 1
    for (const next of node.next) add(next, at)
  }
  add(root, null)
  return rows
}

/** Returns the number of nodes in each column. */
export function rowsOfColumns(root: FlowNode): number[] {
  const columns: number[] = []
  for (let nodes = [root]; nodes.length > 0; nodes = nodes.flatMap(({ next }) => next)) columns.push(nodes.length)
  return columns
}
