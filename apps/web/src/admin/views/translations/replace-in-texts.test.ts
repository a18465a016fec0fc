import type { DraftNode } from '@sportello/contract'
import { DraftTree, type TranslatedText } from '@sportello/editing'
import { expect, test } from 'vitest'
import { replaceInTexts, textsToReplace } from './replace-in-texts.ts'

const step = (id: string, tag_description: string, description: string, more: object = {}): DraftNode => ({
  id,
  kind: 'step',
  parent: 'root',
  position: 'a0',
  content: { code_tag: id, tag_description, description, ...more },
})
const text = (key: string, target: string, more: Partial<TranslatedText> = {}): TranslatedText => ({
  original: 'it',
  key,
  id: 'de',
  step: 'it',
  source: key,
  target,
  state: 'translated',
  isHtml: false,
  ...more,
})

test('words are replaced as written, in all texts of a step by one value each, but not in tags, variables and open texts', () => {
  const TEXTS = [text('tag_description', 'Das Amt im Amt'), text('description', 'Ein amt und {{ Amt }}')]
  expect(textsToReplace(TEXTS, 'Amt', 'Büro').map(({ key }) => key)).toEqual(['tag_description'])
  expect(textsToReplace([text('a', 'Amt', { state: 'stale' }), text('b', 'Amt', { state: 'untranslated' })], 'Amt', 'Büro')).toEqual([])
  expect(textsToReplace(TEXTS, '', 'Büro')).toEqual([])
  const tree = new DraftTree([
    { id: 'root', kind: 'step', parent: null, position: 'a0', content: {} },
    step('it', 'Ufficio', 'Un ufficio'),
    step('de', 'Das Amt im Amt', 'Ein Amt und {{ Amt }}', { twin_of: 'it' }),
  ])
  expect(replaceInTexts(tree, [TEXTS[0] as TranslatedText, text('description', 'Ein Amt und {{ Amt }}')], 'Amt', '$&Büro')).toEqual([
    { type: 'set', id: 'de', path: ['tag_description'], value: 'Das $&Büro im $&Büro' },
    { type: 'set', id: 'de', path: ['description'], value: 'Ein $&Büro und {{ Amt }}' },
  ])
})
