import { type DraftNode, type DraftOperation, type FormField, isQuestion, languageOf, ROOT_ID, type Tag } from '@sportello/contract'
import { branchOf, type DraftTree, definitionOf, positionsAfter, withNewIds } from '@sportello/editing'
import { codesOf, freeCode, newId, nextFree } from './codes.ts'

/**
 * What an author has copied or cut: a step with all steps below it, or a single field. The author can paste it into
 * another
 * form.
 */
export interface CopiedBranch {
  /** Code of the definition from which the author copied the step or field. */
  definition: string
  kind: DraftNode['kind']
  /** Id of the step or field that the author copied. */
  id: string
  isCut: boolean
  /** Language of the copied step or field; undefined if it does not belong to a language of the form. */
  language: string | undefined
  /** The copied step. If the author copied a field, this is a step that contains only that field. */
  branch: Tag
}

/** A change of the draft: its operations, and the id of the step or field that the editor selects afterwards. */
export interface Edit {
  id: string
  operations: DraftOperation[]
}

/** Returns a copy of a step or field; undefined if the node does not exist or is the root, which cannot be copied. */
export function copyOf(tree: DraftTree, definition: string, id: string, isCut: boolean): CopiedBranch | undefined {
  const node = tree.get(id)
  if (!node || node.parent === null) return undefined
  return { definition, kind: node.kind, id, isCut, language: languageAt(tree, id), branch: node.kind === 'step' ? branchAt(tree, id) : holding(node) }
}

/** Returns the language of the language step above a node; undefined if the node is not below a language step. */
function languageAt(tree: DraftTree, id: string): string | undefined {
  const step = tree.pathOf(id).find(({ content }) => languageOf(content as unknown as Tag) !== undefined)
  return step && languageOf(step.content as unknown as Tag)
}

/**
 * Returns the operations that paste a copied step or field into a step, either after its child `after` or at the end. A
 * cut from the same definition is a move and keeps the ids. Otherwise the pasted nodes get new ids and unused codes. If
 * they are pasted into the branch of another language, they become translations of the originals.
 */
export function pasteInto(tree: DraftTree, definition: string, copied: CopiedBranch, parent: string, after?: string): Edit {
  const siblings = tree.childrenOf(parent).filter(({ kind }) => kind === copied.kind)
  const [position = 'a0'] = positionsAfter(tree, parent, after ?? siblings.at(-1)?.id ?? tree.childrenOf(parent).at(-1)?.id ?? null)
  const isHere = copied.definition === definition && tree.isReachable(copied.id)
  if (copied.isCut && isHere) {
    // A step can be moved neither into itself nor into a step below it.
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

/** Returns the operations that insert a copy of a field or step directly after the original. */
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
