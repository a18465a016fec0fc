import { type DraftNode, ROOT_ID } from '@sportello/contract'
import type { DropItem } from 'react-aria/useDrop'
import type { DraftStore } from '../draft-store.ts'
import { nameOf } from '../name-of.ts'
import { moveBeside } from '../node-edits.ts'

/**
 * Data formats for dragging. A drop target must know before the drop whether a step or a field is dragged, to decide
 * whether
 * it accepts it. Steps and fields therefore have different formats.
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

/** Returns the ids of the dropped steps and fields, in the order of the drag. */
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
 * Returns whether a dropped node is inserted above or below a card, so that the node takes the card's position. The
 * node is
 * inserted below the card if it came from above in the same list, otherwise above.
 */
export function placeAt(draft: DraftStore, id: string, target: string): Place {
  const [node, card] = [draft.node(id), draft.node(target)]
  return node && card && node.parent === card.parent && node.position < card.position ? 'after' : 'before'
}
