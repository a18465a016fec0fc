import type { TermsField } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { cookieOf, markOf, readMarks } from './terms-cookie.ts'

const field = (id: string, html: string): TermsField => ({ type: 'TERMS_CONDITIONS', ordering: 1, id, value: { html } })
const LONG = '<p>Regolamento</p>'.repeat(5_000)

describe('markOf (hash of accepted terms)', () => {
  test.each<[why: string, one: TermsField, other: TermsField, same: boolean]>([
    ['the same text under the same id', field('a', LONG), field('a', LONG), true],
    ['another text', field('a', LONG), field('a', `${LONG} `), false],
    ['another id', field('a', LONG), field('b', LONG), false],
    ['the same characters split differently between id and text', field('a', 'b'), field('ab', ''), false],
    ['different letters outside the basic plane', field('a', '😀'), field('a', '😁'), false],
  ])('returns equal hashes only for the same terms: %s', (_why, one, other, same) => {
    expect(markOf(one) === markOf(other)).toBe(same)
  })

  test('has at most 11 characters and is different for each of 20,000 fields', () => {
    const marks = Array.from({ length: 20_000 }, (_, at) => markOf(field(`step-${at}`, '<p>a</p>')))
    expect(new Set(marks).size).toBe(marks.length)
    expect(Math.max(...marks.map((mark) => mark.length))).toBeLessThanOrEqual(11)
  })
})

describe('cookie of accepted terms', () => {
  test.each<[why: string, cookies: string, marks: string[]]>([
    ['no cookies', '', []],
    ['other cookies only', 'lang_comune=it; terms_comuneb=aa', []],
    ['the terms cookie among others', 'lang_comune=it; terms_comune=aa.bb; x=y', ['aa', 'bb']],
    ['an empty terms cookie', 'terms_comune=', []],
    ['a terms cookie with invalid entries', 'terms_comune=aa.<script>.BB..%20.cc', ['aa', 'cc']],
  ])('is parsed correctly: %s', (_why, cookies, marks) => {
    expect(readMarks(cookies, 'comune')).toEqual(marks)
  })

  test('has a lifetime of one month and contains all hashes of accepted terms', () => {
    const cookie = cookieOf(['aa', 'bb'], 'comune')
    expect(cookie).toMatch(/^terms_comune=aa\.bb; path=\/; max-age=2592000; samesite=lax$/)
    expect(readMarks(cookie.split('; ')[0] ?? '', 'comune')).toEqual(['aa', 'bb'])
  })

  test('drops the oldest hashes before the cookie exceeds the size limit of browsers', () => {
    const marks = Array.from({ length: 500 }, (_, at) => markOf(field(String(at), '')))
    const cookie = cookieOf(marks, 'comune')
    expect(cookie.length).toBeLessThan(2_000)
    expect(readMarks(cookie.split('; ')[0] ?? '', 'comune').at(-1)).toBe(marks.at(-1))
  })
})
