import type { SiteMapNode } from '@sportello/contract'
import { fold } from '@sportello/fields'

/** A visible row of the site map, which shows the steps as a tree. The rows form a flat list in display order. */
export interface Row {
  node: SiteMapNode
  /** Depth of the row in the tree, starting at 1. */
  level: number
  /** True if the row is expanded, false if it is collapsed, undefined if the step has no child steps. */
  open: boolean | undefined
  /** Position of the row among the rows with the same parent, starting at 1. */
  place: number
  siblings: number
  parent: string | null
}

/**
 * Maximum number of rows that the site map shows for a filter text. It is limited because a form may have 10,000 steps.
 */
export const MAX_ROWS = 200

/** Returns the visible rows of the site map: the top-level steps, and the child steps of all expanded rows. */
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
 * Filters the tree of the site map. Keeps the steps whose description contains the filter text, the steps above them
 * and
 * their child steps. Ignores case and accents (visitor specification, section 2: "/siteMap").
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
