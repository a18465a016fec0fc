import { type DraftNode, type DraftOperation, type FormField, isQuestion, languageOf, ROOT_ID, type Tag } from '@sportello/contract'
import { branchOf, type DraftTree, definitionOf, positionsAfter, withNewIds } from '@sportello/editing'
import { codesOf, freeCode, newId, nextFree } from './codes.ts'

/**
 * A step with all steps below it, or a single field, that an author has copied or cut. The author can paste it into
 * another form.
 */
export interface CopiedBranch {
  /** Code of the definition from which the author copied the step or field. */
  definition: string
  kind: DraftNode['kind']
  /** Id of the original of the copied step or field. */
  id: string
  isCut: boolean
  /** Language of the copied step or field; undefined if it is not below a language step. */
  language: string | undefined
  /** The copied step; for a copied field, a step that contains only this field. */
  branch: Tag
}

/** An edit of the draft: its operations, and the id of the step or field that is selected afterwards. */
export interface Edit {
  id: string
  operations: DraftOperation[]
}

/** Returns a copy of a step or field; undefined for the root, which cannot be copied, and for a node that does not exist. */
export function copyOf(tree: DraftTree, definition: string, id: string, isCut: boolean): CopiedBranch | undefined {
  const node = tree.get(id)
  if (!node || node.parent === null) return undefined
  return { definition, kind: node.kind, id, isCut, language: languageAt(tree, id), branch: node.kind === 'step' ? branchAt(tree, id) : holding(node) }
}

/** Returns the language of the branch that contains a node; undefined outside all language steps. */
function languageAt(tree: DraftTree, id: string): string | undefined {
  const step = tree.pathOf(id).find(({ content }) => languageOf(content as unknown as Tag) !== undefined)
  return step && languageOf(step.content as unknown as Tag)
}

/**
 * Returns the operations that paste a copied step or field into a step, after the child `after` or as its last child. A
 * branch that was cut in the same definition moves and keeps its ids. A copy gets new ids and unused codes; in the
 * branch of another language it becomes the translation of the original.
 */
export function pasteInto(tree: DraftTree, definition: string, copied: CopiedBranch, parent: string, after?: string): Edit {
  const siblings = tree.childrenOf(parent).filter(({ kind }) => kind === copied.kind)
  const [position = 'a0'] = positionsAfter(tree, parent, after ?? siblings.at(-1)?.id ?? tree.childrenOf(parent).at(-1)?.id ?? null)
  const isHere = copied.definition === definition && tree.isReachable(copied.id)
  if (copied.isCut && isHere) {
    // A step cannot be moved into itself or a step below it.
    const isInside = parent === copied.id || tree.pathOf(parent).some(({ id }) => id === copied.id)
    return { id: copied.id, operations: isInside ? [] : [{ type: 'move', id: copied.id, parent, position }] }
  }
  const language = languageAt(tree, parent)
  const asTranslation = isHere && language !== undefined && copied.language !== undefined && language !== copied.language
  const copy = withNewIds(copied.branch, newId, { asTranslation })
  const [field] = copy.form_fields
  if (copied.kind === 'step') {
    const nodes = branchOf(withFreeCodes(tree, copy, asTranslation ? `_${language}` : ''), parent, position)
    return { id: copy.id ?? '', operations: [{ type: 'insert', nodes }] }
  }
  const { id = newId(), ...content } = asTranslation ? (field as FormField) : withFreePropertyCode(tree, field as FormField)
  const node = { id, kind: 'field' as const, parent, position, content: content as unknown as DraftNode['content'] }
  return { id, operations: [{ type: 'insert', nodes: [node] }] }
}

/** Returns the operations that insert a copy of a field or branch after the original. */
export function duplicate(tree: DraftTree, id: string): Edit {
  const copied = copyOf(tree, '', id, false)
  const parent = tree.get(id)?.parent
  return copied && parent ? pasteInto(tree, '', copied, parent, id) : { id, operations: [] }
}

function branchAt(tree: DraftTree, id: string): Tag {
  const below = (tag: Tag): Tag | undefined => (tag.id === id ? tag : tag.children.map(below).find((found) => found))
  return below({ ...definitionOf(tree), id: ROOT_ID } as unknown as Tag) as Tag
}

const holding = ({ id, content }: DraftNode): Tag =>
  ({ code_tag: 'x', tag_description: '', form_fields: [{ ...content, id } as unknown as FormField], children: [] }) as Tag

function withFreeCodes(tree: DraftTree, branch: Tag, suffix: string): Tag {
  const taken = codesOf(tree, 'code_tag')
  const freed = (tag: Tag): Tag => {
    const code_tag = nextFree(taken, `${tag.code_tag}${suffix}`.slice(0, 64))
    taken.add(code_tag)
    return { ...tag, code_tag, children: tag.children.map(freed) }
  }
  return freed(branch)
}

function withFreePropertyCode(tree: DraftTree, field: FormField): FormField {
  if (!isQuestion(field)) return field
  return { ...field, value: { ...field.value, property_code: freeCode(tree, 'property_code', field.value.property_code) } }
}
