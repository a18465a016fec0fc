import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../define-input.ts'
import { lengthOf, maxLengthOf, patternsOf, type TextSettings } from '../../text-rules.ts'
import { text } from './definition.ts'

const context: CheckContext = { today: '2026-03-10', matches: (pattern, value) => new RegExp(`^(?:${pattern})$`, 'u').test(value) }
const check = (value: string, settings: TextSettings) => text.check(value, settings, context)

describe('text input', () => {
  test.each<[why: string, value: string, settings: TextSettings, code: string | undefined, param?: string]>([
    ['any text is valid without settings', 'anything', {}, undefined],
    ['exactly the minimum length', 'abc', { min_len: 3 }, undefined],
    ['one character shorter than the minimum', 'ab', { min_len: 3 }, 'campo_lungo', '3'],
    ['exactly the maximum length', 'abc', { max_len: 3 }, undefined],
    ['one character longer than the maximum', 'abcd', { max_len: 3 }, 'campo_corto', '3'],
    ['minlength is a synonym of min_len', 'ab', { minlength: 3 }, 'campo_lungo', '3'],
    ['maxlength is a synonym of max_len', 'abcd', { maxlength: 3 }, 'campo_corto', '3'],
    ['max_len wins over maxlength', 'abcd', { max_len: 4, maxlength: 3 }, undefined],
    ['a letter outside the basic plane counts as one character', '𝒜𝒷𝒸', { max_len: 3 }, undefined],
    ['a letter outside the basic plane does not count as two characters', '𝒜', { min_len: 2 }, 'campo_lungo', '2'],
    ['a minimum length of 0 is ignored', 'a', { min_len: 0 }, undefined],
    ['the mask matches', 'AB123CD', { validation_mask: '[A-Z]{2}\\d{3}[A-Z]{2}' }, undefined],
    ['the mask matches a part only', 'AB123CDX', { validation_mask: '[A-Z]{2}\\d{3}[A-Z]{2}' }, 'campo_formato'],
    ['an alternative matches a part only', 'abX', { validation_mask: 'ab|cd' }, 'campo_formato'],
    ['the single validation does not match', 'a', { validation: '\\d+' }, 'campo_formato'],
    ['one of two validations does not match', '12', { validation: ['\\d+', '\\d{3}'] }, 'campo_formato'],
    ['all validations and the mask match', '123', { validation_mask: '[0-9]+', validation: ['\\d+', '\\d{3}'] }, undefined],
    ['an empty pattern is ignored', 'a', { validation_mask: '', validation: ['', 'a'] }, undefined],
    ['a wrong length is reported before a wrong format', 'a', { min_len: 2, validation_mask: '\\d' }, 'campo_lungo', '2'],
  ])('checks a text (%s): %j with the settings %j (expected error: %s)', (_why, value, settings, code, param) => {
    expect(check(value, settings)).toEqual(code === undefined ? [] : [{ code, params: param === undefined ? [] : [param] }])
  })

  test('writes the answer unchanged, without escaping HTML', () => {
    expect(text.text('<b>Città</b>', {}, { language: 'it', yes: 'Sì', no: 'No' })).toBe('<b>Città</b>')
  })
})

describe('length and patterns of a text answer', () => {
  test.each<[value: string, length: number]>([
    ['', 0],
    ['città', 5],
    ['😀', 1],
    ['e\u0301', 2],
    ['👩‍👩‍👧', 5],
  ])('lengthOf(%j) counts %i code points', (value, length) => {
    expect(lengthOf(value)).toBe(length)
  })

  test('patternsOf returns the author’s mask first and then the author’s validations, and leaves out empty patterns', () => {
    expect(patternsOf({})).toEqual([])
    expect(patternsOf({ validation_mask: 'a', validation: 'b' })).toEqual(['a', 'b'])
    expect(patternsOf({ validation_mask: '', validation: ['b', '', 'c'] })).toEqual(['b', 'c'])
  })

  test('maxLengthOf uses max_len and not maxlength if the author has set both', () => {
    expect(maxLengthOf({ max_len: 1, maxlength: 2 })).toBe(1)
    expect(maxLengthOf({ maxlength: 2 })).toBe(2)
    expect(maxLengthOf({})).toBeUndefined()
  })
})
