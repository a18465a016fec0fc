/**
 * Finds the cycles of a directed graph: its strongly connected components with more than one node (Tarjan, 1972).
 * @param edges pairs of node names, from and to
 * @returns the names of the nodes in each cycle, sorted
 */
export function cyclesOf(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from)
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string): number {
    const own = index.size
    index.set(node, own)
    lowest.set(node, own)
    stack.push(node)
    for (const [, to] of next.get(node) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) lowest.set(node, Math.min(lowest.get(node) ?? own, lowest.get(to) ?? own))
    }
    if (lowest.get(node) === own) {
      const component = stack.splice(stack.indexOf(node))
      if (component.length > 1) cycles.push(component.sort())
    }
    return own
  }

  for (const node of next.keys()) if (!index.has(node)) visit(node)
  return cycles
}
