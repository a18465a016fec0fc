import { describe, expect, test } from 'vitest'
import { int } from './definition.ts'

const context = { today: '', matches: () => true }

describe('whole number input', () => {
  test.each<[why: string, value: number, settings: object, issue: { code: string; params: string[] } | undefined]>([
    ['any number is valid without settings', 5, {}, undefined],
    ['zero is a number', 0, {}, undefined],
    ['a negative number is valid', -5, {}, undefined],
    ['equal to the minimum', 1, { min: 1 }, undefined],
    ['below the minimum', 0, { min: 1 }, { code: 'numero_min', params: ['1'] }],
    ['equal to the maximum', 9, { max: 9 }, undefined],
    ['above the maximum', 10, { max: 9 }, { code: 'numero_max', params: ['9'] }],
    ['a minimum of zero is applied', -1, { min: 0 }, { code: 'numero_min', params: ['0'] }],
    ['a maximum given as a text is applied', 10, { max: '9' }, { code: 'numero_max', params: ['9'] }],
    ['a number with decimals', 1.5, {}, { code: 'numero_non_valido', params: [] }],
    ['above the largest safe integer', 2 ** 53, {}, { code: 'numero_non_valido', params: [] }],
    ['the largest safe integer', 2 ** 53 - 1, {}, undefined],
  ])('checks a number (%s): %d with the settings %j (expected error: %j)', (_why, value, settings, issue) => {
    expect(int.check(value, settings, context)).toEqual(issue ? [issue] : [])
  })

  test.each<[typed: string, read: unknown, why: string]>([
    ['42', 42, 'digits'],
    [' 42 ', 42, 'surrounding spaces are ignored'],
    ['-7', -7, 'a minus sign'],
    ['+7', 7, 'a plus sign'],
    ['007', 7, 'leading zeros'],
    ['', '', 'nothing typed stays nothing'],
    ['1.5', 1.5, 'decimals are parsed; the check rejects them'],
    ['1e3', '1e3', 'no exponents'],
    ['0x10', '0x10', 'no hexadecimals'],
    ['４２', '４２', 'only ASCII digits'],
    ['9'.repeat(16), '9'.repeat(16), 'more digits than can be exact'],
    ['abc', 'abc', 'letters'],
  ])('parses the typed text %j as %j (%s)', (typed, read) => {
    expect(int.read?.(typed, 'it')).toBe(read)
    if (typeof read === 'string') expect(int.accepts(read)).toBe(false)
  })

  test('writes a number without thousands separators, so that the text can be parsed again', () => {
    expect(int.show?.(1234567, 'it')).toBe('1234567')
    expect(int.show?.(null, 'it')).toBe('')
    expect(int.text(1234567, {}, { language: 'it', yes: '', no: '' })).toBe('1234567')
    expect(int.text(null, {}, { language: 'it', yes: '', no: '' })).toBe('')
  })
})
