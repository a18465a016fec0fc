import { type DraftNode, ROOT_ID } from '@sportello/contract'
import type { DropItem } from 'react-aria/useDrop'
import type { DraftStore } from '../draft-store.ts'
import { nameOf } from '../name-of.ts'
import { moveBeside } from '../node-edits.ts'

/**
 * Data formats of dragged steps and fields. Steps and fields have different formats, because a drop target must know
 * the kind before the drop to decide whether it accepts the item.
 */
export const DRAG_TYPES = { step: 'application/x-sportello-step', field: 'application/x-sportello-field' } as const

type Place = 'before' | 'after' | 'on'

/**
 * Returns the drag data of a step or field. If it is dropped into another application, that application receives its
 * name.
 */
export function dragItemOf(draft: DraftStore, id: string): Record<string, string> {
  const node = draft.node(id)
  if (!node) return {}
  const name = node.kind === 'step' ? String(node.content.tag_description ?? '') : nameOf(node)
  return { [DRAG_TYPES[node.kind]]: id, 'text/plain': name }
}

/** Returns the ids of the steps and fields that the author dropped, in their order. */
export async function droppedIds(items: readonly DropItem[]): Promise<string[]> {
  const ids: string[] = []
  for (const item of items) {
    if (item.kind !== 'text') continue
    const type = Object.values(DRAG_TYPES).find((each) => item.types.has(each))
    if (type) ids.push(await item.getText(type))
  }
  return ids
}

/**
 * Moves steps and fields next to a node of the same kind, or into a step (`on`). Ignores nodes of another draft, and
 * steps that are dropped inside themselves.
 */
export function moveNodes(draft: DraftStore, ids: readonly string[], target: string, place: Place): void {
  const above = new Set(draft.tree.pathOf(target).map(({ id }) => id))
  const fits = (node: DraftNode | undefined) =>
    node !== undefined && node.id !== ROOT_ID && !above.has(node.id) && (place === 'on' || node.kind === draft.node(target)?.kind)
  const operations = ids.filter((id) => fits(draft.node(id))).flatMap((id) => moveBeside(draft.tree, id, target, place))
  if (operations.length > 0) draft.edit(operations)
}

/**
 * Returns on which side of a card the dropped node is inserted, so that the node takes the position of the card. If the
 * node comes from above in the same list, that is below the card.
 */
export function placeAt(draft: DraftStore, id: string, target: string): Place {
  const [node, card] = [draft.node(id), draft.node(target)]
  return node && card && node.parent === card.parent && node.position < card.position ? 'after' : 'before'
}
