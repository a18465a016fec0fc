import { type DraftNode, ROOT_ID } from '@sportello/contract'
import type { DraftTree } from '@sportello/editing'
import { nameOf } from './name-of.ts'

/**
 * Returns the titles of the steps and the field to which a JSON Pointer into the definition leads, such as "Courses › Surname"; undefined if it leads to no step
 * or field. A field without a name is named by `fieldName`.
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
