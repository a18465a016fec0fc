import type { TranslatedText } from '@sportello/editing'
import { expect, test } from 'vitest'
import { countTexts, listedTexts, progressOfSteps, type TextRules } from './listed-texts.ts'

const text = (source: string, target: string, more: Partial<TranslatedText> = {}): TranslatedText => ({
  original: source,
  key: 'tag_description',
  id: `de-${source}`,
  step: source,
  source,
  target,
  state: target === '' ? 'untranslated' : 'translated',
  isHtml: false,
  ...more,
})
const TEXTS = [
  text('Buca', 'Schlagloch'),
  text('Luce', ''),
  text('Strada', 'Straße', { state: 'stale', earlier: 'Via' }),
  text('Ufficio relazioni', 'Ufficio relazioni'),
  text('Sì', 'Selbstverständlich, sehr gern'),
  text('Codice {{ ticket }}', 'Nummer'),
]

const RULES: TextRules = { glossary: [{ term: 'buca', words: { de: { forbidden: ['Schlagloch'] } } }], language: 'de' }

test('each filter lists its texts, and counts them', () => {
  expect(countTexts(TEXTS, RULES)).toEqual({ open: 2, all: 6, untranslated: 1, stale: 1, machine: 0, same: 1, long: 1, codes: 1, glossary: 1 })
  expect(listedTexts(TEXTS, 'glossary', '', RULES).map(({ source }) => source)).toEqual(['Buca'])
  expect(listedTexts(TEXTS, 'codes', '', RULES).map(({ source }) => source)).toEqual(['Codice {{ ticket }}'])
  expect(listedTexts(TEXTS, 'same', '', RULES).map(({ source }) => source)).toEqual(['Ufficio relazioni'])
  expect(listedTexts(TEXTS, 'long', '', RULES).map(({ source }) => source)).toEqual(['Sì'])
})

test('a search looks into the original and the translation, within the filter', () => {
  expect(listedTexts(TEXTS, 'all', ' SCHLAG', RULES).map(({ source }) => source)).toEqual(['Buca'])
  expect(listedTexts(TEXTS, 'all', 'strad', RULES).map(({ source }) => source)).toEqual(['Strada'])
  expect(listedTexts(TEXTS, 'untranslated', 'strad', RULES)).toEqual([])
})

test('the progress of a step counts its translated texts', () => {
  const texts = [text('Buca', 'Loch', { step: 'a' }), text('Luce', '', { step: 'a' }), text('Via', 'Weg', { step: 'b', state: 'stale' })]
  expect([...progressOfSteps(texts)]).toEqual([
    ['a', { done: 1, all: 2 }],
    ['b', { done: 0, all: 1 }],
  ])
})
