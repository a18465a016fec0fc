import type { DraftNode, DraftOperation, FormField } from '@sportello/contract'
import { type DraftTree, positionsAfter } from '@sportello/editing'
import type { InputType } from '@sportello/fields'
import { blockEditors, inputEditors } from '@sportello/fields/react'
import type { Edit } from './branch-copy.ts'
import { freeCode, newId, slugOf } from './codes.ts'

type Content = DraftNode['content']
/** Kinds of fields that an author can add to a step: a question with a given input type, or a field of another type. */
export type FieldKind = InputType | Exclude<FormField['type'], 'PROPERTY'>

/** Types of questions that an author adds as optional. A required checkbox must be ticked. */
const OPTIONAL: ReadonlySet<FieldKind> = new Set(['boolean'])

const isInput = (kind: FieldKind): kind is InputType => Object.hasOwn(inputEditors, kind)

/** Returns the kind of a field, which determines how the editor names the field. */
export function kindOf({ content }: DraftNode): FieldKind {
  const { type, value } = content as { type: FormField['type']; value?: { default_value?: { input_type?: InputType } } }
  return type === 'PROPERTY' ? (value?.default_value?.input_type ?? 'text') : type
}

/** Returns the content of a new field, with a code that no other question in the definition uses. */
function newContent(tree: DraftTree, kind: FieldKind): Content {
  const question = (input: InputType) => ({
    property_code: freeCode(tree, 'property_code', 'campo_1'),
    property_description: '',
    default_value: { ...inputEditors[input].initial, input_type: input },
  })
  // A new question is required, because offices should ask only for what they need.
  if (isInput(kind)) return { type: 'PROPERTY', ordering: 1, ...(!OPTIONAL.has(kind) && { required: true }), value: question(kind) } as Content
  if (kind === 'EMAIL') return { type: 'EMAIL', ordering: 1, required: true, value: question('email') } as Content
  if (kind === 'FURTHER_QUESTIONS') return { type: kind, ordering: 1, value: { text: '', fields: [] } }
  if (kind === 'TOKEN_LOGIN') return { type: kind, ordering: 1, value: { fields: [] } }
  // `required` is set, because otherwise a visitor could submit the form without opening the terms.
  if (kind === 'TERMS_CONDITIONS') return { type: kind, ordering: 1, required: true, value: blockEditors[kind].initial } as Content
  return { type: kind, ordering: 1, value: blockEditors[kind].initial } as Content
}

/** Kinds of fields that usually close a step. A question that is added at the end of a step is added before them. */
const CLOSING: ReadonlySet<FieldKind> = new Set([
  'TERMS_CONDITIONS',
  'HTML_SUMMARY',
  'CONFIRM_MODAL',
  'SEND_BUTTON_CUSTOMIZATION',
  'FURTHER_QUESTIONS',
  'FOOTER',
])

/**
 * Returns the operation that adds a field to a step, either after the field `after` or at the end. At the end, a
 * question or text is added before the fields that close the step.
 */
export function addField(tree: DraftTree, step: string, kind: FieldKind, after?: string): Edit {
  const id = newId()
  const fields = tree.childrenOf(step).filter((node) => node.kind === 'field')
  const [position = 'a0'] = positionsAfter(
    tree,
    step,
    after ?? (CLOSING.has(kind) ? fields.at(-1) : fields.findLast((field) => !CLOSING.has(kindOf(field))))?.id ?? null,
  )
  return { id, operations: [{ type: 'insert', nodes: [{ id, kind: 'field', parent: step, position, content: newContent(tree, kind) }] }] }
}

/** Returns the operation that adds a child step to a step, either after the child `after` or at the end. */
export function addStep(tree: DraftTree, parent: string, title = '', after?: string): Edit {
  const id = newId()
  const [position = 'a0'] = positionsAfter(tree, parent, after ?? tree.childrenOf(parent).at(-1)?.id ?? null)
  const content = { code_tag: freeCode(tree, 'code_tag', slugOf(title) || 'passo_1'), tag_description: title }
  return { id, operations: [{ type: 'insert', nodes: [{ id, kind: 'step', parent, position, content }] }] }
}

/**
 * Returns the operation that moves a node one position up or down among its siblings of the same kind; an empty list if
 * it is already the first or last.
 */
export function moveByOne(tree: DraftTree, id: string, by: -1 | 1): DraftOperation[] {
  const node = tree.get(id)
  if (!node || node.parent === null) return []
  const siblings = tree.childrenOf(node.parent).filter(({ kind }) => kind === node.kind)
  const at = siblings.findIndex((each) => each.id === id)
  const target = siblings[at + by]
  if (!target) return []
  return moveBeside(tree, id, target.id, by === 1 ? 'after' : 'before')
}

/** Returns the operation that moves a node next to another node of the same kind, or to the end of a step. */
export function moveBeside(tree: DraftTree, id: string, target: string, place: 'before' | 'after' | 'on'): DraftOperation[] {
  if (id === target) return []
  const parent = place === 'on' ? target : tree.get(target)?.parent
  if (!parent) return []
  const siblings = tree.childrenOf(parent).filter((each) => each.id !== id)
  const at = siblings.findIndex((each) => each.id === target)
  const before = place === 'on' ? siblings.at(-1) : siblings[place === 'after' ? at : at - 1]
  // Leaves out the moved node itself. Its neighbours would otherwise depend on its old position.
  const next = siblings[siblings.indexOf(before as DraftNode) + 1]
  const [position] = before || next ? positionsAfter(tree, parent, before?.id ?? null) : ['a0']
  return position === undefined ? [] : [{ type: 'move', id, parent, position }]
}
