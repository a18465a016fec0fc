import { describe, expect, test } from 'vitest'
import { matchesPattern as matches, patternFault, shortestMatch } from './patterns.ts'

const LENGTH = 3_000

/**
 * Regular expressions that cause catastrophic backtracking in other engines. In RE2 some of them compile to a large
 * automaton.
 */
const KERNELS = [
  '(a+)+',
  '(a*)*',
  '(a|a)*',
  '(a|aa)+',
  '(a|b|ab)*',
  '(\\w+)*',
  '(\\d+\\s?)+',
  '(.*)*',
  '(.*a){12}',
  '([a-z]+)+',
  '(a+b?)+',
  '(?:a?){20}a{20}',
  '(x+x+)+',
  '(\\s+|a)+',
  '([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*',
  '(a(b(c(d)*)*)*)*',
  '(?:\\p{L}+)+',
  '(?i)(ab|ba)+',
  '(.|\\n)*',
  '(a{1,10}){1,10}',
  '(?:a?){500}a{500}',
  '((a{0,30}){0,30})',
  '(.{0,100}){0,10}',
  '(?:(?:x{1,10}){1,10}){1,10}',
  '(ab|ba|a|b){0,1000}',
] // prettier-ignore
const ENDINGS = ['', '$', 'x', '!$', '(?:y|z)', '@[a-z]+', '\\b', '[^a]']
const PATTERNS = KERNELS.flatMap((kernel) => ENDINGS.map((ending) => `${kernel}${ending}`))

const TEXTS = ['a', 'ab', '1 ', 'x', 'é', ' ', 'aA1_-'].flatMap((piece) => {
  const text = piece.repeat(LENGTH / piece.length)
  return [text, `${text.slice(0, -1)}!`]
})

describe(`regular expressions with catastrophic backtracking`, () => {
  test('are either rejected or match texts of the maximum length quickly', () => {
    expect(PATTERNS.length).toBeGreaterThanOrEqual(200)
    const accepted = PATTERNS.filter((pattern) => patternFault(pattern, LENGTH) === undefined)
    // If a match does not end, the timeout ends the test: the more than 4,000 matches normally take 3 s and may take 30
    // s.
    for (const pattern of accepted) for (const text of TEXTS) expect(typeof matches(pattern, text)).toBe('boolean')
    expect(accepted.length).toBeGreaterThan(PATTERNS.length / 2)
  })

  test.each<[pattern: string, why: RegExp]>([
    ['(?=a)', /invalid or unsupported/],
    ['(?<!a)b', /invalid|unsupported/],
    ['(a)\\1', /invalid escape/],
    ['(', /missing closing/],
    ['a{1001}', /invalid repeat/],
    ['(a{100}){100}', /invalid repeat|asks too much/],
    ['(?:(?:x{1,10}){1,10}){1,10}', /asks too much of 3000 characters: 20\d\d instructions, 500 at the most/],
  ])('the pattern %s, which is invalid or cannot be matched in linear time, is rejected with the reason', (pattern, why) => {
    expect(patternFault(pattern, LENGTH)).toMatch(why)
  })

  test('are accepted if the texts are short', () => {
    expect(patternFault('(?:(?:x{1,10}){1,10}){1,10}', 100)).toBeUndefined()
  })
})

describe('shortestMatch (the shortest text that matches all given patterns)', () => {
  test.each<[patterns: string[], length: { min?: number; max?: number }, text: string | null | undefined]>([
    [['[0-9]{5}'], {}, '00000'],
    [['[0-9]{5}'], { max: 4 }, null],
    [['[0-9]*'], { min: 3 }, '000'],
    [['^[A-Z]{2}\\d{3}$'], {}, 'AA000'],
    [['^a$', '^b$'], {}, null],
    [['a^b'], {}, null],
    [['\\ba\\Bb'], {}, 'ab'],
    [['(?P<letter>a|b)+'], { min: 3 }, 'aaa'],
    [['\\p{L}{2,}'], {}, 'aa'],
    [['(?i)abc'], {}, undefined],
    [['[a-z'], {}, undefined],
  ])('for the patterns %j and the length limits %j returns %j', (patterns, length, text) => {
    expect(shortestMatch(patterns, length)).toBe(text)
    if (text) expect(patterns.every((pattern) => matches(pattern, text))).toBe(true)
  })
})
