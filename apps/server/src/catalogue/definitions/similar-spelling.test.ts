import { expect, test } from 'vitest'
import { distance, tolerance } from './similar-spelling.ts'

test.each([
  ['buche', 'buche', 0],
  ['bucche', 'buche', 1],
  ['buce', 'buche', 1],
  ['buxhe', 'buche', 1],
  ['bcuhe', 'buche', 1],
  ['rimbroso', 'rimborso', 1],
  ['rinborzo', 'rimborso', 2],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['strada', 'piazza', 3],
])('the spellings %s and %s differ by %i mistakes, at most 3 of which are counted', (a, b, mistakes) => {
  expect(distance(a, b, 3)).toBe(mistakes)
  expect(distance(b, a, 3)).toBe(mistakes)
})

test('short words must be spelled exactly, long words may have two mistakes', () => {
  expect([3, 4, 6, 7].map(tolerance)).toEqual([0, 1, 1, 2])
})
