import type { Glossary } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { glossaryFaults, glossaryOf, termsIn } from './glossary.ts'

const GLOSSARY: Glossary = [
  { term: 'sportello', words: { de: { fixed: 'Bürgerservice/Bürgerbüro', forbidden: ['Schalter'] }, en: { fixed: 'service desk' } } },
  { term: 'carta d’identità', words: { de: { fixed: 'Personalausweis' } } },
]
const faults = (source: string, target: string, isHtml = false) =>
  glossaryFaults(GLOSSARY, 'de', { source, target, isHtml }).map(({ kind, word }) => `${kind} ${word}`)

describe('the glossary', () => {
  test.each<[source: string, target: string, expected: string[]]>([
    ['Vieni allo sportello', 'Kommen Sie zum Bürgerservice', []],
    ['Vieni allo SPORTELLO', 'Kommen Sie ins Bürgerbüro', []],
    ['Vieni allo sportello', 'Kommen Sie zu uns', ['fixed Bürgerservice/Bürgerbüro']],
    ['Vieni allo sportello', 'Kommen Sie zum Schalter', ['fixed Bürgerservice/Bürgerbüro', 'forbidden Schalter']],
    ['Vieni da noi', 'Der Lichtschalter ist kaputt', []],
    ['Gli sportellisti', 'Die Leute', []],
    ['Carta d’identità elettronica', 'Elektronische Personalausweise', []],
    ['{{ sportello }}', '{{ Schalter }}', []],
  ])('for %j translated as %j finds %j', (source, target, expected) => expect(faults(source, target)).toEqual(expected))

  test('looks at the words of HTML, not at its tags', () => {
    expect(faults('<p class="sportello">Vieni</p>', '<p class="Schalter">Kommen</p>', true)).toEqual([])
    expect(faults('<p>Vieni allo <b>sportello</b></p>', '<p>zum <b>Schalter</b></p>', true)).toEqual(['fixed Bürgerservice/Bürgerbüro', 'forbidden Schalter'])
  })

  test('names the terms of a text with their fixed words', () => {
    expect(termsIn(GLOSSARY, 'en', 'Lo sportello per la carta d’identità', false)).toEqual([
      { term: 'sportello', fixed: 'service desk' },
      { term: 'carta d’identità', fixed: undefined },
    ])
  })

  test('is empty for a form without one, or with a malformed one', () => {
    for (const glossary of [undefined, 'x', [null], [{ term: 1, words: {} }], [{ term: 'a' }]])
      expect(glossaryOf({ get: () => ({ content: { glossary: glossary as never } }) })).toEqual([])
    expect(glossaryOf({ get: () => undefined })).toEqual([])
  })
})
