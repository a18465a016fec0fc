import { describe, expect, test } from 'vitest'
import { numeric } from './definition.ts'

const context = { today: '', matches: () => true }

describe('a number with decimals', () => {
  test.each<[why: string, value: number, settings: object, code: string | undefined]>([
    ['nothing is asked of it', 2.5, {}, undefined],
    ['a whole one is one too', 2, {}, undefined],
    ['it is the least one', 0.5, { min: 0.5 }, undefined],
    ['it is just below the least one', 0.49, { min: 0.5 }, 'numero_min'],
    ['it is the greatest one', 9.99, { max: 9.99 }, undefined],
    ['it is just above the greatest one', 10, { max: 9.99 }, 'numero_max'],
    ['a bound written as a text counts as a number', 10, { min: '9.5' }, undefined],
  ])('%s', (_why, value, settings, code) => {
    expect(numeric.check(value, settings, context).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test.each<[typed: string, read: unknown, why: string]>([
    ['2.5', 2.5, 'a point'],
    ['2,5', 2.5, 'a comma'],
    [',5', 0.5, 'nothing before the comma'],
    ['-0,25', -0.25, 'a sign'],
    [' 3 ', 3, 'blanks around do no harm'],
    ['1.000,50', '1.000,50', 'marks between thousands are not guessed at'],
    ['2,', '2,', 'half typed'],
    ['1e3', '1e3', 'no exponents'],
    ['', '', 'nothing typed stays nothing'],
  ])('typed %j reads %j: %s', (typed, read) => {
    for (const language of ['it', 'en']) expect(numeric.read?.(typed, language)).toBe(read)
  })

  test.each<[language: string, shown: string, text: string]>([
    ['it', '12345,25', '12.345,25'],
    ['en', '12345.25', '12,345.25'],
    ['de', '12345,25', '12.345,25'],
  ])('in %s it is shown as %s and read by people as %s', (language, shown, text) => {
    expect(numeric.show?.(12345.25, language)).toBe(shown)
    expect(numeric.text(12345.25, {}, { language, yes: '', no: '' })).toBe(text)
    expect(numeric.read?.(shown, language)).toBe(12345.25)
  })

  test('nothing answered is shown as nothing', () => {
    expect(numeric.show?.(null, 'it')).toBe('')
    expect(numeric.text(null, {}, { language: 'it', yes: '', no: '' })).toBe('')
  })
})
