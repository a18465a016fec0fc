import { type DraftNode, ROOT_ID } from '@sportello/contract'
import type { DraftTree } from '@sportello/editing'
import { nameOf } from './name-of.ts'

/**
 * Returns the place to which a JSON Pointer into the definition leads, as titles of the steps and the field, such as
 * "Courses › Surname"; undefined if it leads to no step or field. `fieldName` gives the name of a field that has none.
 */
export function placeOf(tree: DraftTree, pointer: string, fieldName: (field: DraftNode) => string): string | undefined {
  const names: string[] = []
  let step = ROOT_ID
  for (const [, list, index] of pointer.matchAll(/\/(children|form_fields)\/(\d+)/g)) {
    const kind = list === 'children' ? 'step' : 'field'
    const node = tree.childrenOf(step).filter((each) => each.kind === kind)[Number(index)]
    if (!node) break
    names.push(kind === 'step' ? String(node.content.tag_description || node.content.code_tag || '…') : nameOf(node) || fieldName(node))
    if (kind === 'field') break
    step = node.id
  }
  return names.length === 0 ? undefined : names.join(' › ')
}
