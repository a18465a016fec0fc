import { type DraftNode, type DraftOperation, languageOf, ROOT_ID, type Tag } from '@sportello/contract'
import type { DraftTree } from './draft-tree.ts'
import { withRecord } from './follow-original.ts'
import { positionsAfter } from './position.ts'
import { textsOf } from './texts.ts'
import { isOnlyHere, languageSteps } from './translation.ts'

/** Maximum length of the code of a step. */
const MAX_CODE = 64

type Inserted = DraftNode & { parent: string }
type NewId = () => string

/**
 * Returns the operation that adds a language to a form: a copy of the main language in which each step and field is
 * paired with its original and recorded as untranslated.
 * @param name name of the language, in that language
 * @returns undefined if the form has the language already, or has no languages
 */
export function languageCopy(tree: DraftTree, language: string, name: string, newId: NewId): DraftOperation | undefined {
  const languages = languageSteps(tree)
  const [main] = languages.values()
  if (!main || languages.has(language)) return undefined
  const [position = 'a0'] = positionsAfter(tree, ROOT_ID, tree.childrenOf(ROOT_ID).at(-1)?.id ?? null)
  const [first, ...rest] = copiesOf(branchToCopy(tree, main.id), { language, own: languageIn(main), taken: codesIn(tree), newId })
  if (!first) return undefined
  const { translated_from: _name, ...content } = first.content
  const named = { ...content, tag_description: name, params: [{ params_type: 'FORM_LANG', lang_code: language }] }
  return { type: 'insert', nodes: [{ ...first, parent: ROOT_ID, position, content: named }, ...rest] }
}

/**
 * Returns the operation that adds the translation of a step or field to a language, with everything below it, recorded
 * as untranslated. It comes after the translation of its previous sibling.
 * @returns undefined if the translation exists, or if the step above has no translation
 */
export function missingCopy(tree: DraftTree, id: string, language: string, newId: NewId): DraftOperation | undefined {
  const node = tree.get(id)
  const branch = languageSteps(tree).get(language)
  const [main] = languageSteps(tree).values()
  if (!node || node.parent === null || !branch || !main || branch === main) return undefined
  const twins = twinsIn(tree, branch.id)
  const parent = node.parent === main.id ? branch.id : twins.get(node.parent)
  if (parent === undefined || twins.has(id)) return undefined
  const [first, ...rest] = copiesOf(branchToCopy(tree, id), { language, own: languageIn(main), taken: codesIn(tree), newId })
  if (!first) return undefined
  return { type: 'insert', nodes: [{ ...first, parent, position: positionLike(tree, node, parent, twins) }, ...rest] }
}

/**
 * Returns the operations that an author's change of the main language causes in the other languages: what is inserted
 * there is copied, and what is moved there is moved. What is removed stays, until somebody removes it in each language.
 * @param tree the draft after the change
 */
export function structureFollows(tree: DraftTree, operations: readonly DraftOperation[], newId: NewId): DraftOperation[] {
  const placed = operations.flatMap((each) => (each.type === 'insert' ? each.nodes.slice(0, 1).map(({ id }) => id) : each.type === 'move' ? [each.id] : []))
  const languages = languageSteps(tree)
  const [main, ...others] = languages.values()
  if (!main || others.length === 0 || placed.length === 0) return []
  const known = new Set(operations.flatMap((each) => (each.type === 'insert' ? each.nodes.map(({ id }) => id) : [])))
  return placed.flatMap((id) => {
    const path = tree.pathOf(id)
    if (id === main.id || !path.some((step) => step.id === main.id) || path.some(isOnlyHere)) return []
    return [...languages.keys()].slice(1).flatMap((language): DraftOperation[] => {
      const branch = languages.get(language)
      const twins = twinsIn(tree, branch?.id ?? '')
      const twin = twins.get(id)
      // An author who pastes a step with its translations has brought them along.
      if (twin !== undefined && known.has(twin)) return []
      const added = twin === undefined ? missingCopy(tree, id, language, newId) : undefined
      return added ? [added] : twin === undefined ? [] : moveLike(tree, id, twin, { main: main.id, branch: branch?.id ?? '', twins })
    })
  })
}

function moveLike(
  tree: DraftTree,
  id: string,
  twin: string,
  { main, branch, twins }: { main: string; branch: string; twins: ReadonlyMap<string, string> },
): DraftOperation[] {
  const node = tree.get(id)
  const parent = node?.parent === main ? branch : twins.get(node?.parent ?? '')
  if (!node || parent === undefined) return []
  const previous = previousTwin(tree, node, twins)
  const siblings = tree.childrenOf(parent).filter((each) => each.id !== twin)
  const at = previous === undefined ? -1 : siblings.findIndex((each) => each.id === previous)
  const isThere = tree.get(twin)?.parent === parent && tree.childrenOf(parent).findIndex((each) => each.id === twin) === at + 1
  return isThere ? [] : [{ type: 'move', id: twin, parent, position: positionLike(tree, node, parent, twins) }]
}

/** Returns the position of a translation: after the translation of its original's previous sibling. */
function positionLike(tree: DraftTree, node: DraftNode, parent: string, twins: ReadonlyMap<string, string>): string {
  const previous = previousTwin(tree, node, twins)
  const isThere = previous !== undefined && tree.get(previous)?.parent === parent
  return positionsAfter(tree, parent, isThere ? previous : null)[0] ?? 'a0'
}

function previousTwin(tree: DraftTree, { id, parent }: DraftNode, twins: ReadonlyMap<string, string>): string | undefined {
  const siblings = parent === null ? [] : tree.childrenOf(parent)
  const before = siblings.slice(
    0,
    siblings.findIndex((each) => each.id === id),
  )
  return before
    .toReversed()
    .map((each) => twins.get(each.id))
    .find((twin) => twin !== undefined)
}

/** Maps the originals to their translations below a language step. */
function twinsIn(tree: DraftTree, branch: string): Map<string, string> {
  if (!tree.get(branch)) return new Map()
  return new Map([...tree.subtree(branch)].flatMap(({ id, content }) => (typeof content.twin_of === 'string' ? [[content.twin_of, id] as const] : [])))
}

/** Returns a step or field with everything below it, without steps that exist in their language only. */
function branchToCopy(tree: DraftTree, id: string): DraftNode[] {
  const node = tree.get(id)
  if (!node || isOnlyHere(node)) return []
  return [node, ...tree.childrenOf(id).flatMap((child) => branchToCopy(tree, child.id))]
}

interface Copying {
  language: string
  /** Language of the originals. */
  own: string | undefined
  /** The codes of all steps of the form; the codes of the copies are added. */
  taken: Set<string>
  newId: NewId
}

function copiesOf(nodes: readonly DraftNode[], { language, own, taken, newId }: Copying): Inserted[] {
  const ids = new Map(nodes.map(({ id }) => [id, newId()]))
  return nodes.map(({ id, kind, parent, position, content }) => {
    const code = kind === 'step' ? { code_tag: freeCode(String(content.code_tag ?? ''), own, language, taken) } : {}
    const record = Object.fromEntries(textsOf({ kind, content }).map(({ key }) => [key, '']))
    const copied = withRecord({ ...content, ...code, twin_of: id }, record)
    return { id: ids.get(id) ?? newId(), kind, parent: ids.get(parent ?? '') ?? '', position, content: copied }
  })
}

/**
 * Returns an unused code for a translated step: `en` for `it`, `street-en` for `street-it`, `en-street` for `street`.
 */
function freeCode(code: string, own: string | undefined, language: string, taken: Set<string>): string {
  const parts = code.split(/([-_.])/)
  const wanted = own !== undefined && parts.includes(own) ? parts.map((part) => (part === own ? language : part)).join('') : `${language}-${code}`
  let free = wanted.slice(0, MAX_CODE)
  for (let number = 2; taken.has(free); number += 1) free = `${wanted.slice(0, MAX_CODE - 5)}_${number}`
  taken.add(free)
  return free
}

const codesIn = (tree: DraftTree) => new Set([...tree.subtree(ROOT_ID)].map(({ content }) => String(content.code_tag ?? '')))
const languageIn = ({ content }: DraftNode) => languageOf(content as unknown as Tag)
