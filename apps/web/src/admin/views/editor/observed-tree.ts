import type { DraftNode } from '@sportello/contract'
import { DraftTree } from '@sportello/editing'

/**
 * Returns a draft tree that reports each changed node, and each step whose list of children changed. A change of a
 * node's content does not count as a change of its parent's list, so that a key press renders only one node again.
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
