import { phrases } from '@sportello/phrases'
import { describe, expect, test } from 'vitest'
import { areSameTexts, type Criteria, countFaults, countRows, listedKeys, mergeTexts, type Texts, unknownKeys, withText } from './own-texts.ts'
import { phraseRows, rowsByForms } from './phrase-rows.ts'

const rows = phraseRows(phrases.it)
const NO_CONFLICTS = new Map<string, string | undefined>()
const keys = (texts: Texts, criteria: Partial<Criteria>, language = 'it', conflicts = NO_CONFLICTS) =>
  listedKeys({ rows, texts, language, conflicts }, { filter: 'all', group: '', search: '', ...criteria }).map((each) => each.join(' '))

test('a key of two groups has one row with both texts, and the forms of a phrase are together', () => {
  expect(rows.get('email')?.defaults).toEqual(['Indirizzo e-mail', 'E-mail'])
  expect(rows.get('accedi')?.defaults).toEqual(['Accedi'])
  const sets = rowsByForms(rows).filter(({ length }) => length > 1)
  expect(sets.map((set) => set.map(({ key }) => key).join(' '))).toEqual([
    'domande_restanti domande_restanti_0 domande_restanti_1',
    'dati_evase dati_evase_1',
    'dati_scadute dati_scadute_1',
  ])
  expect(rowsByForms(rows).flat()).toHaveLength(rows.size)
})

describe('the list shows', () => {
  test.each<[what: string, texts: Texts, criteria: Partial<Criteria>, language: string, keys: string[]]>([
    ['the texts that are changed in the language', { 'it.invia': 'Manda', 'de.annulla': 'x' }, { filter: 'changed' }, 'it', ['invia']],
    ['the texts that are changed for all languages', { invia: 'Manda' }, { filter: 'changed' }, 'de', ['invia']],
    ['a text without its placeholder', { 'it.entro': 'presto', 'it.invia': 'Manda' }, { filter: 'faults' }, 'it', ['entro']],
    ['no fault of another language', { 'de.entro': 'bald' }, { filter: 'faults' }, 'it', []],
    ['a fault in a text for all languages, also if the language has its own', { entro: 'x', 'it.entro': '{1}' }, { filter: 'faults' }, 'it', ['entro']],
    ['an empty text', { invia: ' ' }, { filter: 'faults' }, 'it', ['invia']],
    ['all forms if only one is changed', { 'it.dati_evase_1': 'Un giorno' }, { filter: 'faults' }, 'it', ['dati_evase dati_evase_1']],
    ['no warning if all forms are changed', { 'it.dati_evase_1': 'Un giorno', dati_evase: '{1}' }, { filter: 'faults' }, 'it', []],
    [
      'the keys that contain the search',
      {},
      { search: ' FORMS002' },
      'it',
      ['forms0020', 'forms0021', 'forms0022', 'forms0023', 'forms0024', 'forms0026', 'forms0027'],
    ],
    ['the default texts that contain the search', {}, { search: 'è l’ultima' }, 'it', ['domande_restanti domande_restanti_0 domande_restanti_1']],
    ['the own texts that contain the search', { 'it.invia': 'Spedisci' }, { search: 'spedisci' }, 'it', ['invia']],
    ['one group', { email: 'Posta', chat_apri: 'Apri' }, { filter: 'changed', group: 'chat' }, 'it', ['chat_apri']],
  ])('%s', (_what, texts, criteria, language, expected) => {
    expect(keys(texts, criteria, language)).toEqual(expected)
  })

  test('a conflict among the faults', () => {
    expect(keys({ 'it.invia': 'Manda' }, { filter: 'faults' }, 'it', new Map([['it.invia', 'Spedisci']]))).toEqual(['invia'])
  })
})

test('countRows counts the rows of each filter', () => {
  const texts = { invia: 'Manda', 'it.entro': 'presto', 'pt.invia': 'x', unheard_of: 'y' }
  expect(countRows({ rows, texts, language: 'it', conflicts: NO_CONFLICTS })).toEqual({ all: rows.size, changed: 2, faults: 1, unknown: 2 })
})

test('countFaults counts the texts with faults by language, and the unknown keys have none', () => {
  const counts = countFaults({ entro: 'x', 'de.entro': 'x', 'de.invia': '{1}', 'fr.invia': 'Envoyer', unheard_of: '{1}' }, rows)
  expect([...counts]).toEqual([
    ['', 1],
    ['de', 2],
  ])
})

test('unknownKeys returns the keys that no page uses, also those that every object inherits', () => {
  expect(unknownKeys(JSON.parse('{"invia":"a","de.invia":"b","DE.invia":"c","toString":"d","__proto__":"e"}') as Texts, rows)).toEqual([
    'DE.invia',
    'toString',
    '__proto__',
  ])
})

test('withText sets and removes one text, and the others keep their order', () => {
  const texts = { b: '1', a: '2' }
  expect(Object.entries(withText(texts, 'b', '3'))).toEqual([
    ['b', '3'],
    ['a', '2'],
  ])
  expect(Object.entries(withText(withText(texts, 'c', '3'), 'b', undefined))).toEqual([
    ['a', '2'],
    ['c', '3'],
  ])
})

test.each<[one: Texts, other: Texts, same: boolean]>([
  [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
  [{ a: '1' }, { a: '2' }, false],
  [{ a: '1' }, {}, false],
  [{ a: '1' }, { b: '1' }, false],
])('areSameTexts compares %j and %j', (one, other, same) => {
  expect(areSameTexts(one, other)).toBe(same)
})

test.each<[why: string, mine: Texts, now: Texts, texts: Texts, conflicts: [string, string | undefined][]]>([
  ['other texts', { a: 'mine', b: '2' }, { a: '1', b: 'theirs' }, { a: 'mine', b: 'theirs' }, []],
  ['the same text in the same way', { a: 'x', b: '2' }, { a: 'x', b: '2' }, { a: 'x', b: '2' }, []],
  ['the same text in another way', { a: 'mine', b: '2' }, { a: 'theirs', b: '2' }, { a: 'mine', b: '2' }, [['a', 'theirs']]],
  ['a text that was removed', { a: 'mine', b: '2' }, { b: '2' }, { a: 'mine', b: '2' }, [['a', undefined]]],
  ['a text that this operator removed', { b: '2' }, { a: 'theirs', b: '2' }, { b: '2' }, [['a', 'theirs']]],
  ['a new key', { a: '1', b: '2' }, { a: '1', b: '2', c: '3' }, { a: '1', b: '2', c: '3' }, []],
])('mergeTexts, if another operator has changed %s, keeps both changes', (_why, mine, now, texts, conflicts) => {
  const merged = mergeTexts({ a: '1', b: '2' }, mine, now)
  expect(merged.texts).toEqual(texts)
  expect([...merged.conflicts]).toEqual(conflicts)
})
