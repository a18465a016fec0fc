import type { TranslatedText } from '@sportello/editing'
import { expect, test } from 'vitest'
import { countTexts, listedTexts } from './listed-texts.ts'

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

test('each filter lists its texts, and counts them', () => {
  expect(countTexts(TEXTS)).toEqual({ open: 2, all: 6, untranslated: 1, stale: 1, same: 1, long: 1, codes: 1 })
  expect(listedTexts(TEXTS, 'codes', '').map(({ source }) => source)).toEqual(['Codice {{ ticket }}'])
  expect(listedTexts(TEXTS, 'same', '').map(({ source }) => source)).toEqual(['Ufficio relazioni'])
  expect(listedTexts(TEXTS, 'long', '').map(({ source }) => source)).toEqual(['Sì'])
})

test('a search looks into the original and the translation, within the filter', () => {
  expect(listedTexts(TEXTS, 'all', ' SCHLAG').map(({ source }) => source)).toEqual(['Buca'])
  expect(listedTexts(TEXTS, 'all', 'strad').map(({ source }) => source)).toEqual(['Strada'])
  expect(listedTexts(TEXTS, 'untranslated', 'strad')).toEqual([])
})
