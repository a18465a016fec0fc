import { type DraftNode, type DraftOperation, type FormField, isQuestion, ROOT_ID, type Tag } from '@sportello/contract'
import { branchOf, type DraftTree, definitionOf, positionsAfter, withNewIds } from '@sportello/editing'
import type { InputType } from '@sportello/fields'
import { blockEditors, inputEditors } from '@sportello/fields/react'

type Content = DraftNode['content']
/** What an author can add to a step: the type of a question's input, or the type of another field. */
export type FieldKind = InputType | Exclude<FormField['type'], 'PROPERTY'>

const newId = () => crypto.randomUUID()
const isInput = (kind: FieldKind): kind is InputType => Object.hasOwn(inputEditors, kind)

/** Returns the kind of a field, by which the editor names it. */
export function kindOf({ content }: DraftNode): FieldKind {
  const { type, value } = content as { type: FormField['type']; value?: { default_value?: { input_type?: InputType } } }
  return type === 'PROPERTY' ? (value?.default_value?.input_type ?? 'text') : type
}

/** Returns the content of a new field with a code that no other question of the definition has. */
function newContent(tree: DraftTree, kind: FieldKind): Content {
  const question = (input: InputType) => ({
    property_code: freeCode(tree, 'property_code', 'campo_1'),
    property_description: '',
    default_value: { ...inputEditors[input].initial, input_type: input },
  })
  if (isInput(kind)) return { type: 'PROPERTY', ordering: 1, value: question(kind) } as Content
  if (kind === 'EMAIL') return { type: 'EMAIL', ordering: 1, value: question('email') } as Content
  if (kind === 'FURTHER_QUESTIONS') return { type: kind, ordering: 1, value: { text: '', fields: [] } }
  if (kind === 'TOKEN_LOGIN') return { type: kind, ordering: 1, value: { fields: [] } }
  return { type: kind, ordering: 1, value: blockEditors[kind].initial } as Content
}

/** Returns the operation that adds a field to a step, after the field `after` or as the last field. */
export function addField(tree: DraftTree, step: string, kind: FieldKind, after?: string): { id: string; operations: DraftOperation[] } {
  const id = newId()
  const fields = tree.childrenOf(step).filter((node) => node.kind === 'field')
  const [position = 'a0'] = positionsAfter(tree, step, after ?? fields.at(-1)?.id ?? null)
  return { id, operations: [{ type: 'insert', nodes: [{ id, kind: 'field', parent: step, position, content: newContent(tree, kind) }] }] }
}

/** Returns the operation that adds a step as the last choice of another step. */
export function addStep(tree: DraftTree, parent: string, title = ''): { id: string; operations: DraftOperation[] } {
  const id = newId()
  const [position = 'a0'] = positionsAfter(tree, parent, tree.childrenOf(parent).at(-1)?.id ?? null)
  const content = { code_tag: freeCode(tree, 'code_tag', 'passo_1'), tag_description: title }
  return { id, operations: [{ type: 'insert', nodes: [{ id, kind: 'step', parent, position, content }] }] }
}

/** Returns the operations that copy a field or a whole branch after the original, with new ids and free codes. */
export function duplicate(tree: DraftTree, id: string): { id: string; operations: DraftOperation[] } {
  const node = tree.get(id)
  if (!node || node.parent === null) return { id, operations: [] }
  const [position = 'a0'] = positionsAfter(tree, node.parent, id)
  if (node.kind === 'field') {
    const copy = { ...node, parent: node.parent, id: newId(), position, content: withFreeCode(tree, node.content) }
    return { id: copy.id, operations: [{ type: 'insert', nodes: [copy] }] }
  }
  const branch = withNewIds(branchAt(tree, id), newId)
  const taken = codesOf(tree, 'code_tag')
  const freed = (tag: Tag): Tag => {
    const code_tag = nextFree(taken, tag.code_tag)
    taken.add(code_tag)
    return { ...tag, code_tag, children: tag.children.map(freed) }
  }
  const copy = freed(branch)
  return { id: copy.id ?? '', operations: [{ type: 'insert', nodes: branchOf(copy, node.parent, position) }] }
}

function branchAt(tree: DraftTree, id: string): Tag {
  const below = (tag: Tag): Tag | undefined => (tag.id === id ? tag : tag.children.map(below).find((found) => found))
  return below({ ...definitionOf(tree), id: ROOT_ID } as unknown as Tag) as Tag
}

/** Returns the operation that moves a node among the children of its step by one place; none if it is the first or last of its kind. */
export function moveByOne(tree: DraftTree, id: string, by: -1 | 1): DraftOperation[] {
  const node = tree.get(id)
  if (!node || node.parent === null) return []
  const siblings = tree.childrenOf(node.parent).filter(({ kind }) => kind === node.kind)
  const at = siblings.findIndex((each) => each.id === id)
  const target = siblings[at + by]
  if (!target) return []
  return moveBeside(tree, id, target.id, by === 1 ? 'after' : 'before')
}

/** Returns the operation that moves a node beside another one, or into a step as its last child. */
export function moveBeside(tree: DraftTree, id: string, target: string, place: 'before' | 'after' | 'on'): DraftOperation[] {
  if (id === target) return []
  const parent = place === 'on' ? target : tree.get(target)?.parent
  if (!parent) return []
  const siblings = tree.childrenOf(parent).filter((each) => each.id !== id)
  const at = siblings.findIndex((each) => each.id === target)
  const before = place === 'on' ? siblings.at(-1) : siblings[place === 'after' ? at : at - 1]
  // A position beside the moved node itself would be taken from its own, so it is left out of its siblings.
  const next = siblings[siblings.indexOf(before as DraftNode) + 1]
  const [position] = before || next ? positionsAfter(tree, parent, before?.id ?? null) : ['a0']
  return position === undefined ? [] : [{ type: 'move', id, parent, position }]
}

const CODE_KEYS = {
  code_tag: (content: Content) => content.code_tag,
  property_code: (content: Content) => (content.value as { property_code?: unknown } | undefined)?.property_code,
}

function codesOf(tree: DraftTree, key: keyof typeof CODE_KEYS): Set<string> {
  return new Set([...tree.nodes()].filter(({ parent, id }) => parent !== null || id === ROOT_ID).map(({ content }) => String(CODE_KEYS[key](content) ?? '')))
}

/** Returns a code like `wanted` that no step or question has yet. */
function freeCode(tree: DraftTree, key: keyof typeof CODE_KEYS, wanted: string): string {
  return nextFree(codesOf(tree, key), wanted)
}

function nextFree(taken: ReadonlySet<string>, wanted: string): string {
  let code = wanted
  const stem = wanted.replace(/_\d+$/, '').slice(0, 58)
  for (let number = 2; taken.has(code); number += 1) code = `${stem}_${number}`
  return code
}

function withFreeCode(tree: DraftTree, content: Content): Content {
  if (!isQuestion(content as unknown as FormField)) return content
  const value = content.value as { property_code: string }
  return { ...content, value: { ...value, property_code: freeCode(tree, 'property_code', value.property_code) } } as Content
}

/** Matches the codes that steps and questions may have. */
const CODE = /^[A-Za-z0-9_-]{1,64}$/

/** Returns why a step or question cannot be published with its code: other characters, or, for a step, the code of another step; null if it can. */
export function codeFault(tree: DraftTree, id: string): 'wrong' | 'taken' | null {
  const node = tree.get(id)
  if (!node) return null
  const code = CODE_KEYS[node.kind === 'step' ? 'code_tag' : 'property_code'](node.content)
  if (typeof code !== 'string' || !CODE.test(code)) return 'wrong'
  if (node.kind === 'field') return null
  const isTaken = [...tree.subtree(ROOT_ID)].some((each) => each.kind === 'step' && each.id !== id && each.content.code_tag === code)
  return isTaken ? 'taken' : null
}

/** Matches the codes that the editor gives to new steps and questions; such a code follows the title until the author sets another one. */
const GIVEN_CODE = /^(?:passo|campo)_\d+$/

/** Returns the operation that gives a new step or question a code made from its title; none if the author has set a code. */
export function codeFromTitle(tree: DraftTree, id: string, title: string): DraftOperation[] {
  const node = tree.get(id)
  const key = node?.kind === 'step' ? 'code_tag' : 'property_code'
  const code = node && CODE_KEYS[key](node.content)
  const slug = slugOf(title)
  // The root's code is that of the definition.
  if (id === ROOT_ID) return []
  if (typeof code !== 'string' || !GIVEN_CODE.test(code) || slug === '') return []
  return [{ type: 'set', id, path: key === 'code_tag' ? ['code_tag'] : ['value', 'property_code'], value: freeCode(tree, key, slug) }]
}

function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 48)
}
