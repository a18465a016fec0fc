import { describe, expect, test } from 'vitest'
import { acceptedLanguages, DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from './language.ts'

describe('acceptedLanguages (languages in an Accept-Language header)', () => {
  test.each<[header: string | undefined, languages: string[], why: string]>([
    [undefined, [], 'it asks for none'],
    ['', [], 'an empty header asks for none'],
    ['it', ['it'], 'one language'],
    ['de-AT', ['de'], 'the country is ignored'],
    ['IT-it', ['it'], 'letter case is ignored'],
    ['en;q=0.5, it;q=0.9, de', ['de', 'it', 'en'], 'languages sorted by weight, 1 by default'],
    ['en, it', ['en', 'it'], 'languages of equal weight keep their order'],
    ['en;q=0, it', ['it'], 'weight 0 excludes a language'],
    ['*, it', ['it'], 'the wildcard is ignored'],
    ['en; q=0.8 , it;q=0.9', ['it', 'en'], 'spaces are ignored'],
    ['en;level=1;q=0.2, it;q=0.3', ['it', 'en'], 'other parameters are ignored'],
    ['en;q=abc', ['en'], 'an invalid weight is ignored'],
    [',,;q=1,--', [], 'invalid elements are ignored'],
    ['1x, é', [], 'codes with other characters than letters are ignored'],
    [`${'xx,'.repeat(10_000)}it`, Array.from({ length: 171 }, () => 'xx').slice(0, 170), 'no more than 512 characters are read'],
  ])('parses the header %j', (header, languages) => {
    expect(acceptedLanguages(header).slice(0, 170)).toEqual(languages)
  })
})

test('the product supports seven languages, with Italian as the default', () => {
  expect(LANGUAGES).toEqual(['it', 'en', 'de', 'es', 'fr', 'el', 'nl'])
  expect(DEFAULT_LANGUAGE).toBe('it')
  expect(LANGUAGES.every(isLanguage)).toBe(true)
  expect(['', 'IT', 'pt', 'toString'].some(isLanguage)).toBe(false)
})
