import { describe, expect, test } from 'vitest'
import { absentPlaces, absentTests, placesOf, type Row, rowsOf, testsOf, unreadFiles } from './documented-tests.ts'

/** The requirements of OWASP ASVS 5.0.0 by level. Of level 3, only the requirements that the project has adopted. */
const LEVELS = {
  1:
    '1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8 6.3.1-2 6.4.1-2 ' +
    '7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 ' +
    '15.3.1',
  2:
    '1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2 4.1.2-3 4.2.1 4.3.1-2 4.4.2-4 ' +
    '5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2 7.6.1-2 8.1.2 8.2.3 ' +
    '8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 ' +
    '12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3 15.1.2-3 15.2.2-3 15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 ' +
    '16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2',
  3: '1.2.10 1.3.12 5.2.4-6 6.3.8 15.4.2',
} as const

/** Minimum number of rows in docs/asvs.md that name tests. */
const HELD = 150
/** Rows of docs/asvs.md that name no test must give a reason. Matches the beginning of this reason. */
const REASON = /^(?:Not applicable|Document|Operator|Library|Differs|Not met(?: in part)?): \S/

/** Returns the ids of ASVS requirements in a list with ranges: `1.2.1-3,5` stands for four ids. */
function numbersIn(ranges: string): string[] {
  return ranges.split(' ').flatMap((range) => {
    const [chapter, section, rest = ''] = range.split('.')
    return rest.split(',').flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, at) => `${chapter}.${section}.${first + at}`)
    })
  })
}

const rows = rowsOf('asvs.md', /^\d+\.\d+\.\d+$/)
const ids = (some: readonly Row[]) => some.map(({ id }) => id)

describe('docs/asvs.md (OWASP ASVS 5.0.0)', () => {
  test('contains each requirement of levels 1 and 2 exactly once, and the adopted requirements of level 3', () => {
    expect(numbersIn(LEVELS[1])).toHaveLength(70)
    expect(numbersIn(LEVELS[2])).toHaveLength(183)
    for (const [level, ranges] of Object.entries(LEVELS)) expect(ids(rows.filter(({ cells }) => cells[0] === level))).toEqual(numbersIn(ranges))
    expect(rows).toHaveLength(260)
  })

  test('names only tests that exist', () => {
    expect(rows.flatMap(absentTests)).toEqual([])
  })

  test('gives a reason for each row without a test', () => {
    expect(ids(rows.filter((row) => testsOf(row).length === 0 && !REASON.test(row.by)))).toEqual([])
  })

  test(`has at least ${HELD} rows that name tests`, () => {
    expect(rows.filter((row) => testsOf(row).length > 0).length).toBeGreaterThanOrEqual(HELD)
  })

  test('names all test files in a format that the test can parse', () => {
    expect(ids(rows.filter(unreadFiles))).toEqual([])
  })

  test('contains only links to existing pages and headings', () => {
    expect(rows.flatMap(placesOf).length).toBeGreaterThan(10)
    expect(rows.flatMap(absentPlaces)).toEqual([])
  })
})
