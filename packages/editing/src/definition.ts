import { type Definition, type DraftNode, type FormField, inOrder, ROOT_ID, type Tag } from '@sportello/contract'
import { DraftTree } from './draft-tree.ts'
import { withIds } from './ids.ts'
import { firstPositions } from './position.ts'

type Content = DraftNode['content']

/**
 * Converts a form definition to the nodes of a draft. The root comes first, and each parent comes before its children.
 * Missing ids are created (`withIds`).
 */
export function nodesOf(definition: Definition): DraftNode[] {
  const { form_fields, children, ...content } = withIds(definition)
  const root: DraftNode = { id: ROOT_ID, kind: 'step', parent: null, position: 'a0', content: content as Content }
  return [root, ...nodesBelow(ROOT_ID, form_fields, children)]
}

/**
 * Converts a branch of a form definition to nodes that a draft operation can insert. The steps and fields of the branch
 * must have ids (`withNewIds`, `withIds`).
 */
export function branchOf({ id = '', form_fields, children, ...content }: Tag, parent: string, position: string): (DraftNode & { parent: string })[] {
  return [{ id, kind: 'step', parent, position, content: content as Content }, ...nodesBelow(id, form_fields, children)]
}

function nodesBelow(parent: string, fields: readonly FormField[], children: readonly Tag[]): (DraftNode & { parent: string })[] {
  const ordered = inOrder(fields)
  const positions = firstPositions(ordered.length + children.length)
  return [
    ...ordered.map(({ id = '', ...content }, at) => ({ id, kind: 'field' as const, parent, position: positions[at] ?? '', content: content as Content })),
    ...children.flatMap((child, at) => branchOf(child, parent, positions[ordered.length + at] ?? '')),
  ]
}

/**
 * Converts a draft to a form definition that contains the ids of its steps and fields. The definition may be
 * incomplete, and does not contain removed nodes.
 */
export function definitionOf(tree: DraftTree): Definition {
  const root = tree.get(ROOT_ID)
  return { ...root?.content, ...below(tree, ROOT_ID) } as unknown as Definition
}

function below(tree: DraftTree, id: string): { form_fields: FormField[]; children: Tag[] } {
  const nodes = tree.childrenOf(id)
  const fields = nodes.filter(({ kind }) => kind === 'field').map((node) => ({ id: node.id, ...node.content }) as unknown as FormField)
  const children = nodes.filter(({ kind }) => kind === 'step').map((node) => ({ id: node.id, ...node.content, ...below(tree, node.id) }) as unknown as Tag)
  return { form_fields: renumbered(fields), children }
}

/**
 * Assigns increasing `ordering` numbers to the fields of a step. If the author's numbers are already increasing, they
 * are kept.
 */
function renumbered(fields: FormField[]): FormField[] {
  const grows = fields.every(({ ordering }, at) => Number.isInteger(ordering) && (at === 0 || ordering > (fields[at - 1]?.ordering ?? 0)))
  return grows ? fields : fields.map((field, at) => ({ ...field, ordering: at + 1 }))
}

/** Converts a form definition to the tree of a draft. */
export function treeOf(definition: Definition): DraftTree {
  return new DraftTree(nodesOf(definition))
}
