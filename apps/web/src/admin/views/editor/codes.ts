import { type DraftNode, ROOT_ID } from '@sportello/contract'
import type { DraftTree } from '@sportello/editing'

type Content = DraftNode['content']

export const newId = () => crypto.randomUUID()

const CODE_KEYS = {
  code_tag: (content: Content) => content.code_tag,
  property_code: (content: Content) => (content.value as { property_code?: unknown } | undefined)?.property_code,
}

type CodeKey = keyof typeof CODE_KEYS

/**
 * Returns the codes that a draft already uses: either the codes of all its steps or the property codes of all its
 * questions,
 * depending on `key`.
 */
export function codesOf(tree: DraftTree, key: CodeKey): Set<string> {
  return new Set([...tree.nodes()].filter(({ parent, id }) => parent !== null || id === ROOT_ID).map(({ content }) => String(CODE_KEYS[key](content) ?? '')))
}

/**
 * Returns a code that no step or question of the draft uses yet: `wanted` itself or, if it is in use, `wanted` with a
 * number.
 */
export function freeCode(tree: DraftTree, key: CodeKey, wanted: string): string {
  return nextFree(codesOf(tree, key), wanted)
}

/** Returns a code that is not in `taken`: `wanted` itself or, if it is in `taken`, `wanted` with a number. */
export function nextFree(taken: ReadonlySet<string>, wanted: string): string {
  let code = wanted
  const stem = wanted.replace(/_\d+$/, '').slice(0, 58)
  for (let number = 2; taken.has(code); number += 1) code = `${stem}_${number}`
  return code
}

/** Matches the codes that are valid for steps and questions. */
const CODE = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Returns why a step or question cannot be published with its code: `wrong` if the code contains invalid characters,
 * `taken` if another step has the same code. Returns null if the code is valid.
 */
export function codeFault(tree: DraftTree, id: string): 'wrong' | 'taken' | null {
  const node = tree.get(id)
  if (!node) return null
  const code = CODE_KEYS[node.kind === 'step' ? 'code_tag' : 'property_code'](node.content)
  if (typeof code !== 'string' || !CODE.test(code)) return 'wrong'
  if (node.kind === 'field') return null
  const isTaken = [...tree.subtree(ROOT_ID)].some((each) => each.kind === 'step' && each.id !== id && each.content.code_tag === code)
  return isTaken ? 'taken' : null
}

/**
 * Matches the codes that the editor assigns to new steps and questions. Such a code follows the title until the author
 * enters a code.
 */
const GIVEN_CODE = /^(?:passo|campo)_\d+$/

/**
 * Returns true for a copied step that still has the title of its original and a code such as `tennis_2`: the copy gets
 * its own code when the author gives it its own title. The code of a copied question stays, because templates name it.
 */
function isUnnamedCopy(tree: DraftTree, { id, kind, content }: DraftNode): boolean {
  const [title, code] = [String(content.tag_description ?? ''), String(content.code_tag ?? '')]
  const stem = code.replace(/_\d+$/, '')
  if (kind !== 'step' || stem === code || stem !== slugOf(title)) return false
  return [...tree.nodes()].some((other) => other.id !== id && other.kind === 'step' && other.content.tag_description === title)
}

/** The code of a new step or question, which changes with the title while the author types the title. */
export interface FollowingCode {
  path: readonly string[]
  /**
   * Returns the code for a title. If the title contains no letters or digits, returns the code that the editor assigned
   * first.
   */
  codeFor: (title: string) => string
}

/**
 * Returns an object that derives the code of a step or question from its title. Returns undefined if the code is final:
 * the author has entered it, or it was derived from an earlier title.
 */
export function followingCode(tree: DraftTree, id: string): FollowingCode | undefined {
  const node = tree.get(id)
  const key = node?.kind === 'step' ? 'code_tag' : 'property_code'
  if (!node) return undefined
  const given = CODE_KEYS[key](node.content)
  // The root step has the code of the definition, and that code does not change with the title.
  if (id === ROOT_ID || typeof given !== 'string' || !(GIVEN_CODE.test(given) || isUnnamedCopy(tree, node))) return undefined
  const taken = codesOf(tree, key)
  return {
    path: key === 'code_tag' ? ['code_tag'] : ['value', 'property_code'],
    codeFor(title) {
      const slug = slugOf(title)
      return slug === '' ? given : nextFree(taken, slug)
    },
  }
}

/** Converts a text to a code: lower case, without accents, with "_" between the words. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 48)
}
