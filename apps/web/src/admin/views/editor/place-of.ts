import { type DraftNode, ROOT_ID } from '@sportello/contract'
import type { DraftTree } from '@sportello/editing'
import { nameOf } from './name-of.ts'

/**
 * Describes where a JSON Pointer leads in a definition, with the titles of the steps and of the field, such as "Courses
 * › Surname"; undefined if it leads to neither a step nor a field. `fieldName` returns the name of a field without a
 * title.
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
