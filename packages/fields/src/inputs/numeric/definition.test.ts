import { describe, expect, test } from 'vitest'
import { numeric } from './definition.ts'

const context = { today: '', matches: () => true }

describe('decimal number input', () => {
  test.each<[why: string, value: number, settings: object, code: string | undefined]>([
    ['any number is valid without settings', 2.5, {}, undefined],
    ['a whole number is valid', 2, {}, undefined],
    ['equal to the minimum', 0.5, { min: 0.5 }, undefined],
    ['just below the minimum', 0.49, { min: 0.5 }, 'numero_min'],
    ['equal to the maximum', 9.99, { max: 9.99 }, undefined],
    ['just above the maximum', 10, { max: 9.99 }, 'numero_max'],
    ['a bound written as a text is compared as a number', 10, { min: '9.5' }, undefined],
  ])('checks a number (%s): %d with the settings %j (expected error: %s)', (_why, value, settings, code) => {
    expect(numeric.check(value, settings, context).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test.each<[typed: string, read: unknown, why: string]>([
    ['2.5', 2.5, 'a decimal point'],
    ['2,5', 2.5, 'a decimal comma'],
    [',5', 0.5, 'nothing before the comma'],
    ['-0,25', -0.25, 'a sign'],
    [' 3 ', 3, 'surrounding spaces are ignored'],
    ['1.000,50', '1.000,50', 'thousands separators are ambiguous and not parsed'],
    ['2,', '2,', 'half typed'],
    ['1e3', '1e3', 'no exponents'],
    ['', '', 'an empty text stays empty'],
  ])('parses the typed text %j as %j (%s)', (typed, read) => {
    for (const language of ['it', 'en']) expect(numeric.read?.(typed, language)).toBe(read)
  })

  test.each<[language: string, shown: string, text: string]>([
    ['it', '12345,25', '12.345,25'],
    ['en', '12345.25', '12,345.25'],
    ['de', '12345,25', '12.345,25'],
  ])('in the language %s, shows %s in the input field and writes %s in texts for people', (language, shown, text) => {
    expect(numeric.show?.(12345.25, language)).toBe(shown)
    expect(numeric.text(12345.25, {}, { language, yes: '', no: '' })).toBe(text)
    expect(numeric.read?.(shown, language)).toBe(12345.25)
  })

  test('shows an empty text if there is no answer', () => {
    expect(numeric.show?.(null, 'it')).toBe('')
    expect(numeric.text(null, {}, { language: 'it', yes: '', no: '' })).toBe('')
  })

  test.each([
    [120.5, {}, '120,5'],
    [120.5, { decimals: 2 }, '120,50'],
    [50_000, { decimals: 2 }, '50.000,00'],
    [0.125, { decimals: 2 }, '0,125'],
  ])('writes %j with the settings %j as %j', (value, settings, text) => {
    expect(numeric.text(value, settings, { language: 'it', yes: 'sì', no: 'no' })).toBe(text)
  })
})
