import type { SiteMapNode } from '@sportello/contract'
import { fold } from '@sportello/fields'

/** A row of the tree as it is shown: one line, whatever its depth. */
export interface Row {
  node: SiteMapNode
  /** From 1. */
  level: number
  /** Undefined on a leaf. */
  open: boolean | undefined
  /** From 1, among its siblings. */
  place: number
  siblings: number
  parent: string | null
}

/** Rows that a filter shows at most: a person reads no more, and a form may have 10,000 steps. */
export const MAX_ROWS = 200

/** The rows that are on show: the children of what is open, and of nothing else. */
export function openRows(roots: readonly SiteMapNode[], open: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  const walk = (nodes: readonly SiteMapNode[], level: number, parent: string | null): void => {
    for (const [at, node] of nodes.entries()) {
      const isOpen = node.children.length === 0 ? undefined : open.has(node.code_tag)
      rows.push({ node, level, open: isOpen, place: at + 1, siblings: nodes.length, parent })
      if (isOpen) walk(node.children, level + 1, node.code_tag)
    }
  }
  walk(roots, 1, null)
  return rows
}

/**
 * The tree with the steps whose description holds the filter, and the way to each; letters count without case and accents (visitor
 * specification, section 2: "/siteMap"). Below a step that fits everything stays.
 */
export function filtered(roots: readonly SiteMapNode[], filter: string): { nodes: SiteMapNode[]; open: ReadonlySet<string>; more: number } {
  const wanted = fold(filter.trim())
  const open = new Set<string>()
  let found = 0
  const keep = (node: SiteMapNode): SiteMapNode | undefined => {
    const fits = fold(`${node.tag_description} ${node.description ?? ''}`).includes(wanted)
    if (fits) found += 1
    if (fits && found > MAX_ROWS) return undefined
    const children = node.children.flatMap((child) => keep(child) ?? [])
    if (children.length > 0) open.add(node.code_tag)
    return fits || children.length > 0 ? { ...node, children: children.length > 0 || !fits ? children : node.children } : undefined
  }
  const nodes = roots.flatMap((root) => keep(root) ?? [])
  return { nodes, open, more: Math.max(0, found - MAX_ROWS) }
}
