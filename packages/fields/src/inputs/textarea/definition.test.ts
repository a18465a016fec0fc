import { describe, expect, test } from 'vitest'
import { lengthLimitOf } from '../../text-rules.ts'
import { textarea } from './definition.ts'

const context = { today: '2026-03-10', matches: (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`, 'su').test(value) }

describe('a long text', () => {
  test.each<[why: string, value: string, settings: object, codes: string[]]>([
    ['3,000 letters pass where nothing is set', 'a'.repeat(3000), {}, []],
    ['3,001 letters do not', 'a'.repeat(3001), {}, ['campo_corto']],
    ['3,000 emoji count as 3,000', '😀'.repeat(3000), {}, []],
    ['an own limit wins, above the default', 'a'.repeat(3001), { max_len: 4000 }, []],
    ['an own limit wins, below the default', 'abc', { max_len: 2 }, ['campo_corto']],
    ['the other spelling of the limit wins too', 'abc', { maxlength: 2 }, ['campo_corto']],
    ['a line break is a letter like any other', 'a\nb', { max_len: 3 }, []],
    ['the least length holds', 'ab', { min_len: 3 }, ['campo_lungo']],
    ['patterns hold over several lines', 'a\nb', { validation: 'a.b' }, []],
    ['patterns that do not match are told', 'a', { validation: 'b' }, ['campo_formato']],
  ])('%s', (_why, value, settings, codes) => {
    expect(textarea.check(value, settings, context).map((issue) => issue.code)).toEqual(codes)
  })

  test('the limit that the counter shows is the one that is checked', () => {
    expect([lengthLimitOf({}), lengthLimitOf({ max_len: 10 }), lengthLimitOf({ maxlength: 20 })]).toEqual([3000, 10, 20])
  })

  test('keeps its line breaks', () => {
    expect(textarea.text('a\nb', {}, { language: 'it', yes: 'Sì', no: 'No' })).toBe('a\nb')
  })
})
