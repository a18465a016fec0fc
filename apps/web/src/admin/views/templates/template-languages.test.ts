import type { ListedTemplate } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { languagePair, languagesInUse, listedStates, nextTranslation } from './template-languages.ts'

const row = (name: string, lang_code: string, more: Partial<ListedTemplate> = {}): ListedTemplate => ({
  name,
  lang_code,
  subject: `${name} ${lang_code}`,
  html: `<p>${lang_code}</p>`,
  translated_from: null,
  version: '1',
  ...more,
})
const staleFrom = (lang_code: string) => ({ lang_code, subject: 'Before', html: '<p>Before</p>' })

describe('the list of mail templates', () => {
  test('shows all languages in use beside the original, and its own state beside a translation', () => {
    const [it, de, only] = [row('a', 'it'), row('a', 'de', { translated_from: staleFrom('it') }), row('b', 'en')]
    const states = listedStates([it, de, only])
    expect(states.get(it)).toEqual([
      { language: 'it', state: 'original' },
      { language: 'en', state: 'missing' },
      { language: 'de', state: 'stale' },
    ])
    expect(states.get(de)).toEqual([{ language: 'de', state: 'stale' }])
    expect(states.get(only)).toEqual([
      { language: 'it', state: 'missing' },
      { language: 'en', state: 'original' },
      { language: 'de', state: 'missing' },
    ])
  })

  test('has the product’s languages first, then others', () => {
    expect(languagesInUse([row('a', 'sl'), row('a', 'de'), row('b', 'it'), row('b', 'ar')])).toEqual(['it', 'de', 'ar', 'sl'])
  })
})

describe('the next translation that needs work', () => {
  const all = [row('a', 'it'), row('a', 'de', { translated_from: staleFrom('it') }), row('b', 'it'), row('b', 'en')]
  test.each<[why: string, templates: ListedTemplate[], current: [string, string], next: [string, string] | undefined]>([
    ['is the next language of the same template', all, ['a', 'en'], ['a', 'de']],
    ['is in the next template after the last language', all, ['a', 'de'], ['b', 'de']],
    ['is in the first template after the last one', all, ['b', 'de'], ['a', 'en']],
    ['is never the one that is open', [row('a', 'it'), row('b', 'it'), row('b', 'de')], ['a', 'de'], undefined],
    ['is not in a language that no template has', [row('a', 'it')], ['a', 'de'], undefined],
    ['may be another template in a new language', [row('a', 'it'), row('a', 'de'), row('b', 'it')], ['a', 'de'], ['b', 'de']],
    ['begins with the first one if the open template was deleted', all, ['gone', 'de'], ['a', 'en']],
  ])('%s', (_why, templates, [name, language], next) => {
    expect(nextTranslation(templates, { name, language })).toEqual(next && { name: next[0], language: next[1] })
  })
})

describe('the languages of a translation', () => {
  const one = [row('a', 'it')]
  const three = [row('a', 'it'), row('a', 'en'), row('a', 'de', { translated_from: staleFrom('en') })]
  test.each<[why: string, templates: ListedTemplate[], wanted: { source?: string; target?: string }, pair: [string, string]]>([
    ['are the main language and the first other one, if nothing else exists', one, {}, ['it', 'en']],
    ['are the main language and the first one that needs work', three, {}, ['it', 'de']],
    ['are those that the URL names', three, { source: 'de', target: 'en' }, ['de', 'en']],
    ['include a new language', three, { target: 'nl' }, ['it', 'nl']],
    ['do not include a language that the product does not have', three, { target: 'xx' }, ['it', 'de']],
    ['do not include an original that does not exist', three, { source: 'fr', target: 'en' }, ['it', 'en']],
    ['differ, even if the URL names the same one twice', three, { source: 'en', target: 'en' }, ['it', 'en']],
    ['are not the only language twice', one, { source: 'it', target: 'it' }, ['it', 'en']],
    ['have another original for a translation into the main language', three, { target: 'it' }, ['en', 'it']],
    [
      'have the recorded original for a translation into the main language',
      [row('a', 'it', { translated_from: staleFrom('de') }), ...three.slice(1)],
      { target: 'it' },
      ['de', 'it'],
    ],
  ])('%s', (_why, templates, wanted, [source, target]) => {
    expect(languagePair(templates, 'a', wanted)).toMatchObject({ source, target })
  })

  test('can be chosen: the original among those that exist, the translation among all', () => {
    expect(languagePair(three, 'a', { target: 'de' })).toMatchObject({ sources: ['it', 'en'], targets: ['it', 'en', 'de', 'es', 'fr', 'el', 'nl'] })
    expect(languagePair(one, 'a', {})?.targets).toEqual(['en', 'de', 'es', 'fr', 'el', 'nl'])
  })

  test('of a template that does not exist are undefined', () => {
    expect(languagePair(one, 'b', {})).toBeUndefined()
  })
})
