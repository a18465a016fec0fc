import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { convertPattern, type PatternScope } from './patterns.ts'

describe('convertPattern (regular expression of a source form as RE2 pattern)', () => {
  test.each<[source: string, scope: PatternScope, converted: string | undefined]>([
    ['^[0-9]{5}$', 'part', '[0-9]{5}'],
    ['^[0-9]{5}$', 'whole', '[0-9]{5}'],
    ['[0-9]{5}', 'whole', '[0-9]{5}'],
    ['^(a|b)$', 'part', '(a|b)'],
    ['^[|]$', 'part', '[|]'],
    ['\\u00e8', 'whole', '\\x{00e8}'],
    ['a\\/b', 'whole', 'a/b'],
    ['(?=a)b', 'whole', undefined],
    ['(a)\\1', 'whole', undefined],
    ['[', 'whole', undefined],
    ['', 'whole', undefined],
    ['^$', 'whole', undefined],
    ['a'.repeat(513), 'whole', undefined],
    ['((a{1,50}){1,20})', 'whole', undefined],
  ])('converts the pattern %j with the scope %s to %j', (source, scope, converted) => {
    expect(convertPattern(source, scope, undefined)).toBe(converted)
  })

  test.each<[source: string, value: string]>([
    ['abc', 'xxabcxx'],
    ['abc', 'ab'],
    ['^a|b$', 'axx'],
    ['^a|b$', 'xxb'],
    ['^a|b$', 'xax'],
    ['^a\\$', 'a$xx'],
    ['^a\\$', 'xa$'],
    ['a.c', 'line\nabc'],
  ])('the pattern %j, which has to match only a part of the answer, gives the same result for %j as in JavaScript', (source, value) => {
    const converted = convertPattern(source, 'part', 100) ?? ''
    expect(RE2JS.compile(converted).matches(value)).toBe(new RegExp(source).test(value))
  })

  test('rejects a pattern that takes too long to match only if the answers may be long', () => {
    const source = '(?:[a-z]{1,100}){1,10}'
    expect(convertPattern(source, 'whole', 100)).toBe(source)
    expect(convertPattern(source, 'whole', 10_000)).toBeUndefined()
  })
})
