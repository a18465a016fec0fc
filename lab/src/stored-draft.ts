import type { DraftNode } from '@sportello/contract'
import type { Lab } from './deployment.ts'

/** Returns the nodes of a definition's draft that the database stores, including removed nodes. */
export async function storedNodes({ owner }: Lab, code: string): Promise<DraftNode[]> {
  return (await owner.query<DraftNode>('select id, kind, parent, position, content from draft_nodes where code_tag = $1', [code])).rows
}

/**
 * Compares the nodes in `rows` with those in the tree. Returns the nodes that are missing on one side or that have
 * different
 * values.
 */
export function differences(rows: readonly DraftNode[], tree: { get: (id: string) => DraftNode | undefined; nodes: () => Iterable<DraftNode> }): string[] {
  const wrong = rows.filter((node) => JSON.stringify(sorted(node)) !== JSON.stringify(sorted(tree.get(node.id)))).map(({ id }) => id)
  const stored = new Set(rows.map(({ id }) => id))
  return [...wrong, ...[...tree.nodes()].flatMap(({ id }) => (stored.has(id) ? [] : [id]))]
}

/**
 * Returns a JSON value in which the keys of all objects are sorted, because the database stores them in a different
 * order.
 */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
