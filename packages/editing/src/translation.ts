import { type DraftNode, languageOf, MACHINE_MADE, ROOT_ID, type Tag } from '@sportello/contract'
import type { DraftTree } from './draft-tree.ts'
import { translatedFrom } from './follow-original.ts'
import { textsOf } from './texts.ts'

/**
 * State of a translated text: `untranslated` if it is missing or a copy of the original, `stale` if the original has
 * changed since, `machine` if a translation service wrote it and nobody has accepted it, `translated` otherwise.
 */
export type TextState = 'untranslated' | 'stale' | 'machine' | 'translated'

/** A text of the form's main language and its translation into another language. */
export interface TranslatedText {
  /** Id of the step or field in the main language. Together with `key` it identifies the text in every language. */
  original: string
  /** Name of the text's place, as in `textsOf`. */
  key: string
  /** Id of the translated step or field. */
  id: string
  /** Id of the step in the main language that contains the text. */
  step: string
  source: string
  /** The translation; an empty text if there is none. */
  target: string
  /** The earlier original from which the translation was made; only if it is stale. */
  earlier?: string
  state: TextState
  isHtml: boolean
}

/** Returns the name of a text, which is unique in the form and the same in every language. */
export const nameOfText = ({ original, key }: Pick<TranslatedText, 'original' | 'key'>): string => `${original}#${key}`

/** A form in its main language compared with one of its other languages. */
export interface Translation {
  texts: TranslatedText[]
  /** The topmost steps and fields of the main language that have no translation and are not meant for it alone. */
  missing: DraftNode[]
  /** The topmost steps and fields of the other language whose original no longer exists. */
  orphans: DraftNode[]
  /** All steps and fields of the other language that translate nothing, so that they can be paired by hand. */
  unpaired: DraftNode[]
}

const codeOf = ({ content }: DraftNode) => languageOf(content as unknown as Tag)

/** Returns true if an author has decided that a step exists in one language only. */
export const isOnlyHere = ({ content }: { content: Readonly<Record<string, unknown>> }) => typeof content.only_here === 'string' && content.only_here !== ''

/** Returns the language steps of a form, keyed by language, in their order. The first is the main language. */
export function languageSteps(tree: DraftTree): Map<string, DraftNode> {
  return new Map(tree.childrenOf(ROOT_ID).flatMap((node) => (node.kind === 'step' && codeOf(node) !== undefined ? [[String(codeOf(node)), node]] : [])))
}

/**
 * Compares a form's main language with another one.
 * @returns undefined if the form has no such language, or if it is the main language
 */
export function translationOf(tree: DraftTree, language: string): Translation | undefined {
  const pair = pairOf(tree, language)
  if (!pair) return undefined
  const { other } = pair
  const found: Translation = { texts: [], missing: [], orphans: [], unpaired: [] }
  const originals = new Set([pair.main.id])
  for (const { node, twin, step } of comparedNodes(tree, pair)) {
    originals.add(node.id)
    if (twin) found.texts.push(...textsBetween(node, twin, step))
    else if (!isOnlyHere(node)) found.missing.push(node)
  }
  const collectOrphans = (node: DraftNode): void => {
    const original = node.content.twin_of
    if (node !== other && typeof original === 'string' && !tree.isReachable(original)) found.orphans.push(node)
    else for (const child of tree.childrenOf(node.id)) collectOrphans(child)
  }
  collectOrphans(other)
  for (const node of tree.subtree(other.id)) if (node !== other && !originals.has(String(node.content.twin_of)) && !isOnlyHere(node)) found.unpaired.push(node)
  return found
}

/** Maximum number of steps and fields that `firstTexts` compares. Comparing them takes about 10 ms. */
const FIRST_NODES = 4_000

/**
 * Returns the first texts of `translationOf`, up to the text that is the given one of those that need work. A list of
 * these texts can be shown before a large form has been compared as a whole.
 * @returns undefined if the first few thousand steps and fields contain fewer texts that need work
 */
export function firstTexts(tree: DraftTree, language: string, count: number): TranslatedText[] | undefined {
  const pair = pairOf(tree, language)
  if (!pair) return undefined
  const texts: TranslatedText[] = []
  let nodes = 0
  let open = 0
  for (const { node, twin, step } of comparedNodes(tree, pair)) {
    nodes += 1
    if (nodes > FIRST_NODES) return undefined
    const added = twin ? textsBetween(node, twin, step) : []
    open += added.filter(({ state }) => state !== 'translated').length
    texts.push(...added)
    if (open >= count) return texts
  }
  return undefined
}

/** The language steps of a form's main language and another one, and the translated nodes, keyed by their original. */
interface LanguagePair {
  main: DraftNode
  other: DraftNode
  twins: ReadonlyMap<string, DraftNode>
}

function pairOf(tree: DraftTree, language: string): LanguagePair | undefined {
  const languages = languageSteps(tree)
  const main = languages.values().next().value
  const other = languages.get(language)
  if (!main || !other || main === other) return undefined
  const twins = new Map<string, DraftNode>()
  for (const node of tree.subtree(other.id)) if (typeof node.content.twin_of === 'string') twins.set(node.content.twin_of, node)
  twins.set(main.id, other)
  return { main, other, twins }
}

interface ComparedNode {
  /** A step or field of the main language. */
  node: DraftNode
  /** Its translation. Nodes below a node without a translation are left out. */
  twin: DraftNode | undefined
  /** Id of the step that contains the node, or that the node is. */
  step: string
}

/**
 * Yields the nodes below the main language in their order, each with its translation. The language step itself is left
 * out: the name of a language is written in that language.
 */
function* comparedNodes(tree: DraftTree, { main, twins }: LanguagePair): Generator<ComparedNode> {
  const open: [parent: string, node: DraftNode][] = []
  const openBelow = (parent: DraftNode, step: string) => {
    for (const child of tree.childrenOf(parent.id).toReversed()) open.push([step, child])
  }
  openBelow(main, main.id)
  for (let next = open.pop(); next; next = open.pop()) {
    const [parent, node] = next
    const step = node.kind === 'step' ? node.id : parent
    const twin = twins.get(node.id)
    yield { node, twin, step }
    if (twin) openBelow(node, step)
  }
}

function textsBetween(node: DraftNode, twin: DraftNode, step: string): TranslatedText[] {
  const own = new Map(textsOf(twin).map(({ key, text }) => [key, text]))
  const record = translatedFrom(twin)
  return textsOf(node).map(({ key, text: source, isHtml }): TranslatedText => {
    const target = own.get(key) ?? ''
    const from = record[key]
    const state =
      target === '' || from === '' ? 'untranslated' : from === MACHINE_MADE ? 'machine' : from !== undefined && from !== source ? 'stale' : 'translated'
    return { original: node.id, key, id: twin.id, step, source, target, ...(state === 'stale' && { earlier: from }), state, isHtml }
  })
}
