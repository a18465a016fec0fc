import { readdir } from 'node:fs/promises'
import type { Language } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { fill, phrases } from './index.ts'
import type { Phrases } from './types.ts'

/**
 * Returns a group of phrases as a flat object that maps keys to texts. A mail has one entry for its subject and one for
 * its HTML.
 */
function rows(language: Language, group: keyof Phrases): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string | { subject: string; html: string }>(phrases[language][group]).flatMap(([key, phrase]) =>
      typeof phrase === 'string' ? [[key, phrase]] : Object.entries(phrase).map(([part, text]) => [`${key}.${part}`, text]),
    ),
  )
}

/** Returns the parts of a phrase that a translation must also contain: `{x}`, `{{ x }}`, `{% x %}` and HTML tags. */
function marks(text: string): string[] {
  return (text.match(/\{\{.*?\}\}|\{%.*?%\}|\{\w+\}|<[^>]+>/g) ?? []).toSorted()
}

function longest(italian: string): number {
  return italian.length > 12 ? italian.length * 2.2 : 30
}

const languages = Object.keys(phrases) as Language[]
const groups = Object.keys(phrases.it) as (keyof Phrases)[]
const table = languages.flatMap((language) => groups.map((group) => ({ language, group })))

describe.each(table)('phrases in $language, group $group', ({ language, group }) => {
  const italian = rows('it', group)
  const translated = rows(language, group)
  const pairs = Object.entries(translated).map(([key, text]) => ({ key, text, source: italian[key] ?? '' }))

  test('have the same keys as in Italian', () => {
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(italian).toSorted())
  })

  test('contain no empty text and no surrounding spaces', () => {
    expect(pairs.filter(({ text }) => text === '' || text !== text.trim())).toEqual([])
  })

  test('contain every placeholder and HTML tag of the Italian phrase', () => {
    expect(pairs.filter(({ text, source }) => marks(text).join() !== marks(source).join())).toEqual([])
  })

  test('are at most 2.2 times as long as the Italian phrase', () => {
    expect(pairs.filter(({ text, source }) => text.length > longest(source))).toEqual([])
  })
})

test.each(languages)('no key occurs in two phrase files of the dashboard: %s', async (language) => {
  // The dashboard merges the phrase files of a language into one object. If two files contained the same key, one of
  // the texts would be lost without an error.
  const folder = new URL(`./${language}/admin/`, import.meta.url)
  const parts = (await readdir(folder)).filter((file) => file !== 'index.ts')
  const keys = (
    await Promise.all(
      parts.map(async (file) => Object.values((await import(new URL(file, folder).href)) as Record<string, object>).flatMap((part) => Object.keys(part))),
    )
  ).flat()
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  expect(keys).toHaveLength(Object.keys(phrases[language].admin).length)
})

test('the English phrases are the same as the texts quoted in the specification', () => {
  const { errors, issues, visitor } = phrases.en
  expect(issues).toMatchObject({ campo_richiesto: 'The field is required', indirizzo_non_valido: 'Please enter a valid email' })
  expect(errors).toMatchObject({ forms0013: 'Confirm that you are not a Robot' })
  expect(visitor).toMatchObject({
    attenzione: 'Attention!',
    ricarica_modulo: 'Reload Form',
    chiudi: 'Close',
    errore_recupero_dati: 'An error occurred while retrieving the data!',
  })
})

describe('fill (replaces the placeholders in a phrase)', () => {
  test.each<[what: string, phrase: string, values: Parameters<typeof fill>[1], filled: string]>([
    ['by position', '{1} of {2}', ['3', '10'], '3 of 10'],
    ['by position, in another order', '{2}: {1}', ['3', '10'], '10: 3'],
    ['by name', 'from {from} to {to}', { from: 'a@b.it', to: 'c@d.it' }, 'from a@b.it to c@d.it'],
    ['the same placeholder twice', '{1} and {1}', ['x'], 'x and x'],
    ['an empty value', 'a{1}b', [''], 'ab'],
    ['no value for a position', '{1} of {2}', ['3'], '3 of {2}'],
    ['no value for a name', '{from} to {to}', { to: 'c@d.it' }, '{from} to c@d.it'],
    ['a position that does not exist', '{0} {from}', ['3'], '{0} {from}'],
    ['a value with replacement patterns', 'Remove {1}', ["$& $1 $$ $` $'.pdf"], "Remove $& $1 $$ $` $'.pdf"],
    ['a value with placeholders', '{1} {2}', ['{2}{1}', 'b'], '{2}{1} b'],
    ['a named value with placeholders', '{from} {to}', { from: '{to}', to: '{from}' }, '{to} {from}'],
    ['no placeholder', 'OK', ['3'], 'OK'],
  ])('replaces placeholders: %s', (_what, phrase, values, filled) => {
    expect(fill(phrase, values)).toBe(filled)
  })
})
