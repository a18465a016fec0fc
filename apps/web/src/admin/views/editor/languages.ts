import { type DraftNode, type DraftOperation, type Language, languageOf, ROOT_ID, type Tag } from '@sportello/contract'
import { type DraftTree, languageCopy, positionsAfter } from '@sportello/editing'
import type { Edit } from './branch-copy.ts'
import { codesOf, newId, nextFree } from './codes.ts'

const stepsBelow = (tree: DraftTree, parent: string) => tree.childrenOf(parent).filter(({ kind }) => kind === 'step')
const codeOf = ({ content }: DraftNode) => languageOf(content as unknown as Tag)

/** A language of the form: a step directly below the root, whose branch contains the form in this language. */
export interface LanguageStep {
  id: string
  language: string
}

/**
 * Returns the languages of a form in the order of their steps. The list is empty if the form has only one language and
 * therefore no language steps.
 */
export function languagesOf(tree: DraftTree): LanguageStep[] {
  return stepsBelow(tree, ROOT_ID).flatMap((step) => {
    const language = codeOf(step)
    return language === undefined ? [] : [{ id: step.id, language }]
  })
}

/**
 * Returns the operations that add a language to a form. The existing steps are written in the first language, so they
 * move into the branch of that language. A later language is a copy of the first one, to be translated.
 * @param name name of the language, in that language
 */
export function addLanguage(tree: DraftTree, language: Language, name: string): Edit {
  const copy = languageCopy(tree, language, name, newId)
  if (copy?.type === 'insert') return { id: copy.nodes[0]?.id ?? '', operations: [copy] }
  const id = newId()
  const [position = 'a0'] = positionsAfter(tree, ROOT_ID, tree.childrenOf(ROOT_ID).at(-1)?.id ?? null)
  const content = {
    code_tag: nextFree(codesOf(tree, 'code_tag'), language),
    tag_description: name,
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code: language }],
  }
  const insert: DraftOperation = { type: 'insert', nodes: [{ id, kind: 'step', parent: ROOT_ID, position, content }] }
  const loose = stepsBelow(tree, ROOT_ID)
  // The moved steps keep their position numbers below the new language step, so their order stays the same.
  return { id, operations: [insert, ...loose.map(({ id: step, position: at }): DraftOperation => ({ type: 'move', id: step, parent: id, position: at }))] }
}
