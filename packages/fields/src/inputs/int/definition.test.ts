import { describe, expect, test } from 'vitest'
import { int } from './definition.ts'

const context = { today: '', matches: () => true }

describe('a whole number', () => {
  test.each<[why: string, value: number, settings: object, issue: { code: string; params: string[] } | undefined]>([
    ['nothing is asked of it', 5, {}, undefined],
    ['nought is a number', 0, {}, undefined],
    ['below nought', -5, {}, undefined],
    ['it is the least one', 1, { min: 1 }, undefined],
    ['it is below the least one', 0, { min: 1 }, { code: 'numero_min', params: ['1'] }],
    ['it is the greatest one', 9, { max: 9 }, undefined],
    ['it is above the greatest one', 10, { max: 9 }, { code: 'numero_max', params: ['9'] }],
    ['a bound of nought is a bound', -1, { min: 0 }, { code: 'numero_min', params: ['0'] }],
    ['a bound written as a text is a bound', 10, { max: '9' }, { code: 'numero_max', params: ['9'] }],
    ['it has decimals', 1.5, {}, { code: 'numero_non_valido', params: [] }],
    ['it is too great to be exact', 2 ** 53, {}, { code: 'numero_non_valido', params: [] }],
    ['it is the greatest exact one', 2 ** 53 - 1, {}, undefined],
  ])('%s', (_why, value, settings, issue) => {
    expect(int.check(value, settings, context)).toEqual(issue ? [issue] : [])
  })

  test.each<[typed: string, read: unknown, why: string]>([
    ['42', 42, 'digits'],
    [' 42 ', 42, 'blanks around do no harm'],
    ['-7', -7, 'a sign'],
    ['+7', 7, 'the other sign'],
    ['007', 7, 'noughts before it'],
    ['', '', 'nothing typed stays nothing'],
    ['1.5', 1.5, 'decimals are read, to be refused by name'],
    ['1e3', '1e3', 'no exponents'],
    ['0x10', '0x10', 'no hexadecimals'],
    ['４２', '４２', 'only ASCII digits'],
    ['9'.repeat(16), '9'.repeat(16), 'more digits than can be exact'],
    ['abc', 'abc', 'letters'],
  ])('typed %j reads %j: %s', (typed, read) => {
    expect(int.read?.(typed, 'it')).toBe(read)
    if (typeof read === 'string') expect(int.accepts(read)).toBe(false)
  })

  test('is shown without marks between thousands, so that what is shown can be read again', () => {
    expect(int.show?.(1234567, 'it')).toBe('1234567')
    expect(int.show?.(null, 'it')).toBe('')
    expect(int.text(1234567, {}, { language: 'it', yes: '', no: '' })).toBe('1234567')
    expect(int.text(null, {}, { language: 'it', yes: '', no: '' })).toBe('')
  })
})
