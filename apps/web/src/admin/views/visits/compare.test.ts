import type { Visits } from '@sportello/contract'
import { expect, test } from 'vitest'
import { comparedErrors, comparedQuery, comparedSteps, comparisonOf, differenceOf, isEmpty, shareOf, versionOf } from './compare.ts'
import type { Step } from './step-tree.ts'
import { comparedPoints } from './trend-points.ts'
import { comparedRows } from './visits-csv.ts'

const QUERY = { form: 'f', from: '2026-02-01', to: '2026-03-02', version: undefined, language: 'it' }

test('the address names a comparison, and anything else is none', () => {
  expect(['before', 'year', 'version-12'].map(comparisonOf)).toEqual(['before', 'year', 'version-12'])
  expect([undefined, '', 'none', 'version-', 'version-0', 'version-1x', 'version-9999999999', 'constructor'].map(comparisonOf)).toEqual(Array(8).fill(null))
  expect([versionOf('version-12'), versionOf('year')]).toEqual(['12', null])
})

test('a period is compared with the one before it, with the same days a year before, or with a version', () => {
  expect(comparedQuery(QUERY, 'before')).toEqual({ ...QUERY, from: '2026-01-02', to: '2026-01-31' })
  expect(comparedQuery(QUERY, 'year')).toEqual({ ...QUERY, from: '2025-02-01', to: '2025-03-02' })
  expect(comparedQuery(QUERY, 'version-4')).toEqual({ ...QUERY, version: '4' })
  expect(comparedQuery({ ...QUERY, from: '2028-02-29', to: '2028-02-29' }, 'year')).toMatchObject({ from: '2027-02-28', to: '2027-02-28' })
  expect(comparedQuery({ ...QUERY, from: '2029-02-28', to: '2029-03-01' }, 'year')).toMatchObject({ from: '2028-02-28', to: '2028-03-01' })
})

test('there is no share and no difference of a hidden figure', () => {
  expect([shareOf(5, 20), shareOf(0, 20), shareOf(null, 20), shareOf(5, null), shareOf(0, 0)]).toEqual([25, 0, null, null, null])
  expect([differenceOf(7, 9), differenceOf(null, 9), differenceOf(7, null), differenceOf(0, 0)]).toEqual([-2, null, null, 0])
})

test('a difference is that of the rounded figures, so that it fits what is shown', () => {
  expect([differenceOf(2.74, 2.66, 1), differenceOf(2.75, 2.66, 1), differenceOf(12.4, 13.6)]).toEqual([0, 0.1, -2])
})

const step = (id: string, reached: number | null): Step => ({
  id,
  parent: null,
  level: 0,
  code_tag: id,
  title: id,
  reached,
  chosen: reached,
  left: 0,
  sent: 0,
  median_seconds: 8,
  p90_seconds: null,
})

test('steps that only one period has are listed in the order of the form, with zeros in the other', () => {
  const compared = comparedSteps([step('root', 9), step('b', 8), step('d', 7)], [step('a', 6), step('root', null), step('c', 5), step('d', 7)])
  expect(compared.map(({ now, other }) => [now.id, now.reached, other?.reached])).toEqual([
    ['a', 0, 6],
    ['root', 9, null],
    ['c', 0, 5],
    ['b', 8, 0],
    ['d', 7, 7],
  ])
  expect(compared[0]?.now.median_seconds).toBeNull()
  expect(comparedSteps([step('root', 9)], null)).toEqual([{ now: step('root', 9), other: null }])
})

const error = (id: string, count: number) => ({ id, label: id, code_tag: 'root', step_title: 'Root', rule: 'campo_richiesto', count })

test('an error that a period does not have is hidden there, because it may have been rare', () => {
  expect(comparedErrors([error('a', 9), error('b', 5)], [error('c', 7), error('b', 6)]).map(({ now, other }) => [now.id, now.count, other?.count])).toEqual([
    ['a', 9, null],
    ['b', 5, 6],
    ['c', null, 7],
  ])
})

const day = (date: string, visits: number | null, version = 1) => ({ day: date, version, visits, sent: 0, requests: 0 })

test('the first day of a period is beside the first one of the other, and days without visits have zeros', () => {
  const points = comparedPoints(
    { trend: [day('2026-03-01', 9)], period: { from: '2026-02-28', to: '2026-03-02' } },
    { trend: [day('2026-02-25', 7), day('2026-02-27', null)], period: { from: '2026-02-25', to: '2026-02-27' } },
    'day',
  )
  expect(points.map(({ day, visits, other }) => [day, visits, other?.day, other?.visits])).toEqual([
    ['2026-02-28', 0, '2026-02-25', 7],
    ['2026-03-01', 9, '2026-02-26', 0],
    ['2026-03-02', 0, '2026-02-27', null],
  ])
})

test('months are beside each other by their position, also if the other period has one less', () => {
  const points = comparedPoints(
    { trend: [day('2026-02-01', 9)], period: { from: '2025-12-31', to: '2026-02-01' } },
    { trend: [day('2025-01-01', 7)], period: { from: '2025-01-01', to: '2025-02-28' } },
    'month',
  )
  expect(points.map(({ day, visits, other }) => [day, visits, other?.day, other?.visits])).toEqual([
    ['2025-12-01', 0, '2025-01-01', 7],
    ['2026-01-01', 0, '2025-02-01', 0],
    ['2026-02-01', 9, undefined, undefined],
  ])
})

const NONE = { visits: 0, starts: 0, sent: 0, requests: 0, confirmed: 0, tickets: 0 }
const EMPTY: Visits = {
  totals: NONE,
  trend: [],
  by: 'day',
  versions: [],
  languages: [],
  steps: [],
  errors: [],
  devices: [],
  hours: [],
  referrers: [],
  searches: [],
}

test('figures are empty if all totals are zero, not if one is hidden', () => {
  expect([isEmpty(EMPTY), isEmpty({ ...EMPTY, totals: { ...NONE, visits: null } })]).toEqual([true, false])
})

test('the CSV has both figures in a row; those that are hidden or missing are empty', () => {
  const now = { ...EMPTY, totals: { ...NONE, visits: 18 }, steps: [step('root', 18)], errors: [error('a', 9)], devices: [{ name: 'phone', count: 12 }] }
  const other = { ...EMPTY, totals: { ...NONE, visits: null }, steps: [step('root', 7), step('old', 6)], errors: [error('b', 5)] }
  const points = comparedPoints(
    { trend: [day('2026-03-02', 18)], period: { from: '2026-03-02', to: '2026-03-02' } },
    { trend: [day('2026-03-01', null)], period: { from: '2026-03-01', to: '2026-03-01' } },
    'day',
  )
  const rows = comparedRows(now, other, points)
  expect(rows[0]).toEqual(['figure', 'of', 'detail', 'count', 'compared_count'])
  expect(rows).toContainEqual(['visits', '', '', '18', ''])
  expect(rows).toContainEqual(['step_reached', 'root', '', '18', '7'])
  expect(rows).toContainEqual(['step_reached', 'old', '', '0', '6'])
  expect(rows).toContainEqual(['field_error', 'root / a', 'campo_richiesto', '9', ''])
  expect(rows).toContainEqual(['field_error', 'root / b', 'campo_richiesto', '', '5'])
  expect(rows).toContainEqual(['device', 'phone', '', '12', ''])
  expect(rows).toContainEqual(['visits', '2026-03-02', '2026-03-01', '18', ''])
  expect(rows.every((row) => row.length === 5)).toBe(true)
})
