import type { DraftNode } from '@sportello/contract'
import { DraftTree } from '@sportello/editing'

/**
 * Returns a draft tree that reports changes: each changed node, and each step whose list of children has changed. If
 * only
 * the content of a node changes, its parent is not reported, so that a key press renders just one node again.
 */
export function observedTree(nodes: readonly DraftNode[], onChange: (id: string, listIsChanged: boolean) => void): DraftTree {
  const tree = new DraftTree(nodes)
  tree.onReplace = (before, after) => {
    const isMoved = before?.parent !== after?.parent || before?.position !== after?.position
    for (const node of [before, after]) {
      if (!node) continue
      onChange(node.id, false)
      if (isMoved && node.parent !== null) onChange(node.parent, true)
    }
  }
  return tree
}
