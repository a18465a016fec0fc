import { describe, expect, test } from 'vitest'
import { acceptedLanguages, DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from './language.ts'

describe('acceptedLanguages', () => {
  test.each<[header: string | undefined, languages: string[], why: string]>([
    [undefined, [], 'it asks for none'],
    ['', [], 'an empty header asks for none'],
    ['it', ['it'], 'one'],
    ['de-AT', ['de'], 'the country does not count'],
    ['IT-it', ['it'], 'case does not count'],
    ['en;q=0.5, it;q=0.9, de', ['de', 'it', 'en'], 'by weight, 1 where none stands'],
    ['en, it', ['en', 'it'], 'of the same weight in their order'],
    ['en;q=0, it', ['it'], 'a weight of nought is a refusal'],
    ['*, it', ['it'], 'any language is no language'],
    ['en; q=0.8 , it;q=0.9', ['it', 'en'], 'blanks do not count'],
    ['en;level=1;q=0.2, it;q=0.3', ['it', 'en'], 'other parameters do not count'],
    ['en;q=abc', ['en'], 'a weight that is none counts as none given'],
    [',,;q=1,--', [], 'garbage asks for none'],
    ['1x, é', [], 'only letters are languages'],
    [`${'xx,'.repeat(10_000)}it`, Array.from({ length: 171 }, () => 'xx').slice(0, 170), 'no more than 512 characters are read'],
  ])('parses the header %j', (header, languages) => {
    expect(acceptedLanguages(header).slice(0, 170)).toEqual(languages)
  })
})

test('the interface has seven languages, Italian by default', () => {
  expect(LANGUAGES).toEqual(['it', 'en', 'de', 'es', 'fr', 'el', 'nl'])
  expect(DEFAULT_LANGUAGE).toBe('it')
  expect(LANGUAGES.every(isLanguage)).toBe(true)
  expect(['', 'IT', 'pt', 'toString'].some(isLanguage)).toBe(false)
})
