import type { Language } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { phrases } from './index.ts'
import { ownTextFaults, ownTextTarget, pluralSets, REPLACEABLE_GROUPS, replaceablePhrases, unchangedForms } from './own-texts.ts'

const LIMITS = 'La data non rispecchia i limiti:[[ dal {1}]][[ fino al {2}]]'
const FILE = 'Tipo file non valido: {2}[[ (tipi ammessi: {1})]]'

test.each<[why: string, builtIn: string, own: string, faults: string[]]>([
  ['no placeholder', 'Invia', 'Manda', []],
  ['an empty text', 'Invia', '', []],
  ['the same placeholders in another order', '{1} di {2}', 'su {2}: {1}', []],
  ['a placeholder used twice', 'Ne restano {1}', '{1}, ancora {1}', []],
  ['a named placeholder', 'da {from} a {to}', '{to} riceve da {from}', []],
  ['the same optional parts', LIMITS, 'Data sbagliata[[, dopo il {1}]][[ (entro {2})]]', []],
  ['signs that only look like a tag', 'Invia', '1 < 2 > 0, a<b', []],
  ['single square brackets', 'Invia', '[Manda]', []],
  ['a missing placeholder', '{1} di {2}', 'su {2}', ['missing {1}']],
  ['an empty text for a phrase with a placeholder', 'Ne restano {1}', '', ['missing {1}']],
  ['a placeholder of another phrase', 'Invia', 'Manda {1}', ['unknown {1}']],
  ['another name', 'da {from}', 'da {mittente}', ['missing {from}', 'unknown {mittente}']],
  ['spaces in a placeholder', 'Ne restano {1}', 'Ancora { 1 }', ['missing {1}', 'unknown { 1 }']],
  ['empty braces', 'Invia', 'Manda {}', ['unknown {}']],
  ['a missing optional part', LIMITS, 'Data sbagliata[[, dopo il {1}]]', ['missing {2}']],
  ['an optional placeholder outside its part', FILE, 'Non va {2} (ma {1})', ['optional {1}']],
  ['an optional part around another placeholder', FILE, 'Non va[[ {2}]][[ ({1})]]', ['required {2}']],
  ['an optional part that does not end', FILE, 'Non va {2}[[ ({1})', ['optional {1}', 'brackets [[']],
  ['an optional part without a placeholder', 'Invia', 'Manda [[subito]]', ['brackets [[', 'brackets ]]']],
  ['an open brace', 'Ne restano {1}', 'Ancora {1', ['missing {1}', 'brackets {']],
  ['a tag', 'Invia', '<b>Manda</b>', ['html <b>']],
  ['a script', 'Invia', '<script src="x">', ['html <script src="x">']],
  ['a comment', 'Invia', 'Manda <!-- qui -->', ['html <!--']],
])('ownTextFaults finds the faults of a text with %s', (_why, builtIn, own, faults) => {
  expect(ownTextFaults(builtIn, own).map(({ kind, part }) => `${kind} ${part}`)).toEqual(faults)
})

describe('pluralSets', () => {
  const sets = (...keys: string[]) => [...new Set(pluralSets(keys).values())]
  test.each<[why: string, keys: string[], sets: string[][]]>([
    ['a phrase with forms for 0 and 1', ['a', 'a_0', 'a_1', 'b'], [['a', 'a_0', 'a_1']]],
    ['forms without a common phrase', ['a_one', 'a_other'], [['a_one', 'a_other']]],
    ['a form before its phrase', ['a_1', 'a'], [['a', 'a_1']]],
    ['a key that only ends like a form', ['passo_1', 'b'], []],
    ['keys with other endings', ['a', 'a_2', 'a_anni', 'forms0001'], []],
  ])('finds the set of %s', (_why, keys, expected) => {
    expect(sets(...keys)).toEqual(expected)
  })

  test('finds the sets of the product’s phrases', () => {
    expect(sets(...REPLACEABLE_GROUPS.flatMap((group) => Object.keys(phrases.it[group])))).toEqual([
      ['domande_restanti', 'domande_restanti_0', 'domande_restanti_1'],
      ['dati_evase', 'dati_evase_1'],
      ['dati_scadute', 'dati_scadute_1'],
    ])
  })
})

test.each<[own: string[], unchanged: string[]]>([
  [[], []],
  [['a'], ['a_0', 'a_1']],
  [['a', 'a_1'], ['a_0']],
  [['a', 'a_0', 'a_1'], []],
])('unchangedForms, if %j have own texts, returns %j', (own, unchanged) => {
  expect(unchangedForms(['a', 'a_0', 'a_1'], (key) => own.includes(key))).toEqual(unchanged)
})

test.each<[key: string, target: ReturnType<typeof ownTextTarget>]>([
  ['invia', { phrase: 'invia', language: undefined }],
  ['de.invia', { phrase: 'invia', language: 'de' }],
  ['pt.invia', undefined],
  ['de.unheard_of', undefined],
  ['de.it.invia', undefined],
  ['toString.invia', undefined],
  ['__proto__', undefined],
  ['', undefined],
  ['.invia', undefined],
])('ownTextTarget reads the key %j', (key, target) => {
  expect(ownTextTarget(key, new Set(['invia']))).toEqual(target)
})

describe.each(Object.keys(replaceablePhrases) as Language[])('replaceable phrases in the language %s', (language) => {
  test('are those that the product shows', async () => {
    const loaded = await replaceablePhrases[language]()
    expect(Object.keys(loaded)).toEqual([...REPLACEABLE_GROUPS])
    for (const group of REPLACEABLE_GROUPS) expect(loaded[group]).toBe(phrases[language][group])
  })

  // The check of an own text compares it with the phrase of one language and of one group.
  test('can replace those of every other language and group', () => {
    const all = REPLACEABLE_GROUPS.flatMap((group) => Object.entries(phrases[language][group]))
    const italian = REPLACEABLE_GROUPS.flatMap((group) => Object.entries(phrases.it[group]))
    const faults = all.flatMap(([key, text]) =>
      italian.filter(([other]) => other === key).flatMap(([, builtIn]) => ownTextFaults(builtIn, text).map((fault) => ({ key, ...fault }))),
    )
    expect(faults).toEqual([])
  })
})
