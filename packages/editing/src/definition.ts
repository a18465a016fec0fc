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
  const nodes: DraftNode[] = [{ id: ROOT_ID, kind: 'step', parent: null, position: 'a0', content: content as Content }]
  addBelow(nodes, ROOT_ID, form_fields, children)
  return nodes
}

type ChildNode = DraftNode & { parent: string }

/**
 * Converts a branch of a form definition to nodes that a draft operation can insert. The steps and fields of the branch
 * must have ids (`withNewIds`, `withIds`).
 */
export function branchOf(branch: Tag, parent: string, position: string): ChildNode[] {
  const nodes: ChildNode[] = []
  addBranch(nodes, branch, parent, position)
  return nodes
}

// These functions add to one list: lists of lists would take a quarter of the time with 30,000 steps.
function addBranch(nodes: DraftNode[], { id = '', form_fields, children, ...content }: Tag, parent: string, position: string): void {
  nodes.push({ id, kind: 'step', parent, position, content: content as Content })
  addBelow(nodes, id, form_fields, children)
}

function addBelow(nodes: DraftNode[], parent: string, fields: readonly FormField[], children: readonly Tag[]): void {
  const positions = firstPositions(fields.length + children.length)
  for (const [at, { id = '', ...content }] of inOrder(fields).entries())
    nodes.push({ id, kind: 'field', parent, position: positions[at] ?? '', content: content as Content })
  for (const [at, child] of children.entries()) addBranch(nodes, child, parent, positions[fields.length + at] ?? '')
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
