import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../../define-input.ts'
import { type ArraySettings, array } from './definition.ts'

const context = { today: '', matches: (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`, 'u').test(value) }
const text = (more: Partial<ArraySettings> = {}): ArraySettings => ({ elementsType: 'text', ...more })
const number = (more: Partial<ArraySettings> = {}): ArraySettings => ({ elementsType: 'number', ...more })

describe('array input (list of texts or numbers)', () => {
  test.each<[why: string, answer: unknown, settings: ArraySettings, required: boolean, code: string | undefined]>([
    ['of one text', ['a'], text(), true, undefined],
    ['without elements', [], text(), false, undefined],
    ['without elements, if required', [], text(), true, 'campo_richiesto'],
    ['that is missing, if required', undefined, text(), true, 'campo_richiesto'],
    ['with blank rows only, which counts as empty', ['', ' '], text(), false, undefined],
    ['with blank rows only, if required', ['', ' '], text(), true, 'campo_richiesto'],
    ['with a blank row beside a filled one', ['a', ''], text(), false, 'campo_richiesto'],
    ['with exactly the minimum of elements', ['a', 'b'], text({ nelementsmin: 2 }), true, undefined],
    ['with fewer elements than the minimum', ['a'], text({ nelementsmin: 2 }), true, 'elementi_min'],
    ['without elements, if optional, although the minimum is two', [], text({ nelementsmin: 2 }), false, undefined],
    ['with exactly the maximum of elements', ['a', 'b'], text({ nelementsmax: 2 }), true, undefined],
    ['with more elements than the maximum', ['a', 'b', 'c'], text({ nelementsmax: 2 }), true, 'elementi_max'],
    ['with an element that is too short', ['abc', 'ab'], text({ min_len: 3 }), false, 'campo_lungo'],
    ['with an element of exactly the minimum length', ['abc'], text({ min_len: 3 }), false, undefined],
    ['with an element that is too short after trimming', [' ab '], text({ min_len: 3 }), false, 'campo_lungo'],
    ['with an element that is too long', ['abcd'], text({ max_len: 3 }), false, 'campo_corto'],
    ['with an element that does not match the mask', ['12', 'x'], text({ validation_mask: '\\d+' }), false, 'campo_formato'],
    ['whose elements all match their mask', ['12', '3'], text({ validation_mask: '\\d+' }), false, undefined],
    ['of texts with a number among them', ['a', 1], text(), false, 'campo_formato'],
    ['of numbers', [1, -2.5, 0], number(), true, undefined],
    ['with the number zero', [0], number(), true, undefined],
    ['with a number below the minimum', [5, 0], number({ min: 1 }), false, 'numero_min'],
    ['with a number above the maximum', [11], number({ max: 10 }), false, 'numero_max'],
    ['with numbers on both bounds', [1, 10], number({ min: 1, max: 10 }), false, undefined],
    ['of numbers with digits as text among them', [1, '2'], number(), false, 'campo_formato'],
    ['of numbers with a text among them', ['abc'], number(), false, 'campo_formato'],
    ['with NaN', [Number.NaN], number(), false, 'campo_formato'],
    ['given as a text instead of a list', 'a', text(), false, 'campo_formato'],
    ['of lists', [['a']], text(), false, 'campo_formato'],
    ['with null', [null], text(), false, 'campo_formato'],
    ['given as an object instead of a list', { 0: 'a' }, text(), false, 'campo_formato'],
  ])('checks a list %s: %j with the settings %j (required: %s; expected error: %s)', (_why, answer, settings, required, code) => {
    expect(checkAnswer(array, answer, { required, settings }, context).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test('trims typed texts, and parses numbers with a decimal comma or a decimal point', () => {
    expect(array.read?.([' a ', ''], 'it', text())).toEqual(['a', ''])
    expect(array.read?.(['1,5', '2.5', ' 3 ', 'x'], 'it', number())).toEqual([1.5, 2.5, 3, 'x'])
    expect(array.show?.([1.5, 'x'], 'it', number())).toEqual(['1,5', 'x'])
  })

  test('writes the items of the list as one text for people', () => {
    const words = { language: 'it', yes: '', no: '' }
    expect(array.text(['a', 'b'], text(), words)).toBe('a, b')
    expect(array.text([1.5, 2000], number(), words)).toBe('1,5; 2000')
  })
})
