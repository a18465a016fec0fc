import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../../define-input.ts'
import { type ArraySettings, array } from './definition.ts'

const context = { today: '', matches: (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`, 'u').test(value) }
const text = (more: Partial<ArraySettings> = {}): ArraySettings => ({ elementsType: 'text', ...more })
const number = (more: Partial<ArraySettings> = {}): ArraySettings => ({ elementsType: 'number', ...more })

describe('a list', () => {
  test.each<[why: string, answer: unknown, settings: ArraySettings, required: boolean, code: string | undefined]>([
    ['of one text', ['a'], text(), true, undefined],
    ['of nothing', [], text(), false, undefined],
    ['of nothing, where something must be', [], text(), true, 'campo_richiesto'],
    ['that was left out', undefined, text(), true, 'campo_richiesto'],
    ['whose rows are all blank is empty', ['', ' '], text(), false, undefined],
    ['whose rows are all blank, where something must be', ['', ' '], text(), true, 'campo_richiesto'],
    ['with a blank row beside a filled one', ['a', ''], text(), false, 'campo_richiesto'],
    ['of as few as may be', ['a', 'b'], text({ nelementsmin: 2 }), true, undefined],
    ['of fewer than may be', ['a'], text({ nelementsmin: 2 }), true, 'elementi_min'],
    ['of none, where none must be but two if any', [], text({ nelementsmin: 2 }), false, undefined],
    ['of as many as may be', ['a', 'b'], text({ nelementsmax: 2 }), true, undefined],
    ['of more than may be', ['a', 'b', 'c'], text({ nelementsmax: 2 }), true, 'elementi_max'],
    ['with an element that is too short', ['abc', 'ab'], text({ min_len: 3 }), false, 'campo_lungo'],
    ['with an element of just the fewest letters', ['abc'], text({ min_len: 3 }), false, undefined],
    ['whose element is too short without its blanks', [' ab '], text({ min_len: 3 }), false, 'campo_lungo'],
    ['with an element that is too long', ['abcd'], text({ max_len: 3 }), false, 'campo_corto'],
    ['with an element against its mask', ['12', 'x'], text({ validation_mask: '\\d+' }), false, 'campo_formato'],
    ['whose elements all match their mask', ['12', '3'], text({ validation_mask: '\\d+' }), false, undefined],
    ['of a number among texts', ['a', 1], text(), false, 'campo_formato'],
    ['of numbers', [1, -2.5, 0], number(), true, undefined],
    ['of a nought', [0], number(), true, undefined],
    ['with a number below the least', [5, 0], number({ min: 1 }), false, 'numero_min'],
    ['with a number above the greatest', [11], number({ max: 10 }), false, 'numero_max'],
    ['with numbers on both bounds', [1, 10], number({ min: 1, max: 10 }), false, undefined],
    ['of digits as text among numbers', [1, '2'], number(), false, 'campo_formato'],
    ['of what cannot be read as a number', ['abc'], number(), false, 'campo_formato'],
    ['of something that is no number', [Number.NaN], number(), false, 'campo_formato'],
    ['that is a text', 'a', text(), false, 'campo_formato'],
    ['of lists', [['a']], text(), false, 'campo_formato'],
    ['of nothings', [null], text(), false, 'campo_formato'],
    ['that is a map', { 0: 'a' }, text(), false, 'campo_formato'],
  ])('%s', (_why, answer, settings, required, code) => {
    expect(checkAnswer(array, answer, { required, settings }, context).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test('is read as it was typed: trimmed, numbers with either decimal sign', () => {
    expect(array.read?.([' a ', ''], 'it', text())).toEqual(['a', ''])
    expect(array.read?.(['1,5', '2.5', ' 3 ', 'x'], 'it', number())).toEqual([1.5, 2.5, 3, 'x'])
    expect(array.show?.([1.5, 'x'], 'it', number())).toEqual(['1,5', 'x'])
  })

  test('is read by people', () => {
    const words = { language: 'it', yes: '', no: '' }
    expect(array.text(['a', 'b'], text(), words)).toBe('a, b')
    expect(array.text([1.5, 2000], number(), words)).toBe('1,5; 2000')
  })
})
