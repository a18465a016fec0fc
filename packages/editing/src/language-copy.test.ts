import type { Definition, DraftNode, DraftOperation } from '@sportello/contract'
import { expect, test } from 'vitest'
import { treeOf } from './definition.ts'
import type { DraftTree } from './draft-tree.ts'
import { languageCopy, missingCopy, structureFollows } from './language-copy.ts'
import { positionsAfter } from './position.ts'
import { translationOf } from './translation.ts'

const step = (code: string, below: object[] = [], more: object = {}) => ({
  id: code,
  code_tag: code,
  tag_description: code,
  form_fields: [{ id: `${code}-f`, type: 'HTML', ordering: 1, value: `<p>${code}</p>` }],
  children: below,
  ...more,
})
const language = (code: string, below: object[], more: object = {}) =>
  step(code, below, { tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code: code }], form_fields: [], ...more })
const formOf = (...children: object[]) =>
  treeOf({ code_tag: 'form', tag_description: 'form', form_params: {}, form_fields: [], children } as unknown as Definition)
const twin = (code: string, below: object[] = []) =>
  step(`de-${code}`, below, { twin_of: code, form_fields: [{ id: `de-${code}-f`, type: 'HTML', ordering: 1, value: '<p>x</p>', twin_of: `${code}-f` }] })

const newIds = () => {
  let at = 0
  return () => {
    at += 1
    return `new-${at}`
  }
}
/** The codes of the steps below a step, with their child steps in brackets. */
function outline(tree: DraftTree, id: string): string {
  const steps = tree.childrenOf(id).filter(({ kind }) => kind === 'step')
  return steps
    .map((each) => `${each.content.code_tag}${tree.childrenOf(each.id).some(({ kind }) => kind === 'step') ? `(${outline(tree, each.id)})` : ''}`)
    .join(' ')
}
const insert = (tree: DraftTree, parent: string, after: string | null, code: string): DraftOperation => ({
  type: 'insert',
  nodes: [{ id: code, kind: 'step', parent, position: positionsAfter(tree, parent, after)[0] ?? '', content: { code_tag: code, tag_description: code } }],
})
const freshId = newIds()
/** Applies an author's operations and everything that they cause. */
function edit(tree: DraftTree, operations: DraftOperation[]): DraftOperation[] {
  tree.edit(operations)
  const caused = structureFollows(tree, operations, freshId)
  tree.edit(caused)
  return caused
}
const germanForm = () =>
  formOf(language('it', [step('a', [step('a1'), step('a2')]), step('b')]), language('de', [twin('a', [twin('a1'), twin('a2')]), twin('b')], { twin_of: 'it' }))

test('a new language has the steps of the main language, with codes of its own, all untranslated', () => {
  const tree = germanForm()
  const operation = languageCopy(tree, 'fr', 'Français', newIds())
  tree.edit(operation ? [operation] : [])
  expect(outline(tree, 'root')).toBe('it(a(a1 a2) b) de(de-a(de-a1 de-a2) de-b) fr(fr-a(fr-a1 fr-a2) fr-b)')
  const { texts, missing, orphans } = translationOf(tree, 'fr') ?? { texts: [], missing: [1], orphans: [1] }
  expect([texts.length, missing, orphans]).toEqual([8, [], []])
  expect(texts.every(({ state }) => state === 'untranslated')).toBe(true)
  expect(languageCopy(tree, 'fr', 'Français', newIds())).toBeUndefined()
  expect(languageCopy(formOf(step('a')), 'fr', 'Français', newIds())).toBeUndefined()
})

test('what an author inserts into the main language appears at the same place in the other languages', () => {
  const tree = germanForm()
  edit(tree, [insert(tree, 'a', 'a1', 'new')])
  expect(outline(tree, 'de')).toBe('de-a(de-a1 de-new de-a2) de-b')
  edit(tree, [insert(tree, 'it', null, 'first')])
  expect(outline(tree, 'de')).toBe('de-first de-a(de-a1 de-new de-a2) de-b')
  expect(translationOf(tree, 'de')?.missing).toEqual([])
})

test('what an author moves in the main language moves in the other languages', () => {
  const tree = germanForm()
  edit(tree, [{ type: 'move', id: 'a2', parent: 'it', position: positionsAfter(tree, 'it', 'a')[0] ?? '' }])
  expect(outline(tree, 'de')).toBe('de-a(de-a1) de-a2 de-b')
  // A move that leaves the translation where it is causes nothing.
  expect(edit(tree, [{ type: 'move', id: 'b', parent: 'it', position: positionsAfter(tree, 'it', 'b')[0] ?? '' }])).toEqual([])
})

test('what an author removes stays in the other languages, as an orphan', () => {
  const tree = germanForm()
  expect(edit(tree, [{ type: 'remove', id: 'a' }])).toEqual([])
  expect(translationOf(tree, 'de')?.orphans.map(({ id }) => id)).toEqual(['de-a'])
})

test('a change of another language, or of a step that exists in one language only, causes nothing', () => {
  const tree = germanForm()
  expect(edit(tree, [insert(tree, 'de-a', null, 'nur')])).toEqual([])
  tree.edit([{ type: 'set', id: 'a', path: ['only_here'], value: 'Italian law' }])
  expect(edit(tree, [insert(tree, 'a', null, 'solo')])).toEqual([])
  expect(outline(tree, 'de')).toBe('de-a(nur de-a1 de-a2) de-b')
})

test('a step that a language lacks is added with everything below it', () => {
  const tree = formOf(language('it', [step('a'), step('b', [step('b1')]), step('c')]), language('de', [twin('a'), twin('c')], { twin_of: 'it' }))
  expect(translationOf(tree, 'de')?.missing.map(({ id }: DraftNode) => id)).toEqual(['b'])
  expect(missingCopy(tree, 'b1', 'de', newIds())).toBeUndefined()
  const operation = missingCopy(tree, 'b', 'de', newIds())
  tree.edit(operation ? [operation] : [])
  expect(outline(tree, 'de')).toBe('de-a de-b(de-b1) de-c')
  expect(missingCopy(tree, 'b', 'de', newIds())).toBeUndefined()
})
