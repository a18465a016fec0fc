import { describe, expect, test } from 'vitest'
import { lengthLimitOf } from '../../text-rules.ts'
import { textarea } from './definition.ts'

const context = { today: '2026-03-10', matches: (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`, 'su').test(value) }

describe('textarea input', () => {
  test.each<[why: string, value: string, settings: object, codes: string[]]>([
    ['3,000 letters are valid without settings', 'a'.repeat(3000), {}, []],
    ['3,001 letters are too long without settings', 'a'.repeat(3001), {}, ['campo_corto']],
    ['3,000 emoji count as 3,000', '😀'.repeat(3000), {}, []],
    ['an author’s limit above the default wins', 'a'.repeat(3001), { max_len: 4000 }, []],
    ['an author’s limit below the default wins', 'abc', { max_len: 2 }, ['campo_corto']],
    ['maxlength is a synonym of max_len', 'abc', { maxlength: 2 }, ['campo_corto']],
    ['a line break counts as one character', 'a\nb', { max_len: 3 }, []],
    ['the minimum length is checked', 'ab', { min_len: 3 }, ['campo_lungo']],
    ['a dot in a pattern matches a line break', 'a\nb', { validation: 'a.b' }, []],
    ['a pattern that does not match is reported', 'a', { validation: 'b' }, ['campo_formato']],
  ])('checks a long text: %s', (_why, value, settings, codes) => {
    expect(textarea.check(value, settings, context).map((issue) => issue.code)).toEqual(codes)
  })

  test('checks the maximum length that the character counter shows', () => {
    expect([lengthLimitOf({}), lengthLimitOf({ max_len: 10 }), lengthLimitOf({ maxlength: 20 })]).toEqual([3000, 10, 20])
  })

  test('keeps line breaks when the answer is written as text for people', () => {
    expect(textarea.text('a\nb', {}, { language: 'it', yes: 'Sì', no: 'No' })).toBe('a\nb')
  })
})
