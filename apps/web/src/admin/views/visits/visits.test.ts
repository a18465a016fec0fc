import type { Visits } from '@sportello/contract'
import { expect, test } from 'vitest'
import { pathTo, shownSteps, withChildren } from './step-tree.ts'
import { pointsOf, versionStarts } from './trend-points.ts'
import { visitRows } from './visits-csv.ts'

const step = (id: string, parent: string | null, level: number): Visits['steps'][number] => ({
  id,
  parent,
  level,
  code_tag: id,
  title: id.toUpperCase(),
  reached: 9,
  chosen: 9,
  left: null,
  sent: 0,
  median_seconds: 12.34,
  p90_seconds: null,
})
const STEPS = [step('root', null, 0), step('road', 'root', 1), step('hole', 'road', 2), step('light', 'root', 1), step('gone', null, 0)]

test('the path to a step begins at the first step of the form', () => {
  expect(pathTo(STEPS, 'hole').map(({ id }) => id)).toEqual(['root', 'road', 'hole'])
  expect(pathTo(STEPS, 'nowhere')).toEqual([])
})

test('steps below a closed step are hidden, on all levels', () => {
  expect([...withChildren(STEPS)]).toEqual(['root', 'road'])
  expect(shownSteps(STEPS, ({ id }) => id !== 'root').map(({ id }) => id)).toEqual(['root', 'gone'])
  expect(shownSteps(STEPS, ({ id }) => id !== 'road').map(({ id }) => id)).toEqual(['root', 'road', 'light', 'gone'])
})

const TREND: Visits['trend'] = [
  { day: '2026-02-27', version: 1, visits: 10, sent: 5, requests: 0 },
  { day: '2026-03-02', version: 1, visits: 7, sent: null, requests: 0 },
  { day: '2026-03-02', version: 2, visits: 8, sent: 5, requests: 0 },
]

test('the trend adds up the versions of a day, and has the days without visits', () => {
  expect(pointsOf(TREND, 'day').map(({ day, visits, sent }) => [day, visits, sent])).toEqual([
    ['2026-02-27', 10, 5],
    ['2026-02-28', 0, 0],
    ['2026-03-01', 0, 0],
    ['2026-03-02', 15, null],
  ])
  expect(pointsOf(TREND, 'month')).toHaveLength(2)
  expect(pointsOf([], 'day')).toEqual([])
})

test('a version begins on its first day, unless the trend begins with it or it is an earlier one', () => {
  const late = { day: '2026-03-03', version: 0, visits: 5, sent: 0, requests: 0 }
  expect(versionStarts([...TREND, late])).toEqual([{ day: '2026-03-02', version: 2 }])
})

test('the CSV has one figure per row, and hidden figures are empty', () => {
  const none = { visits: 0, starts: 0, sent: 0, requests: 0, confirmed: 0, tickets: 0 }
  const rows = visitRows({
    totals: { ...none, visits: 18, sent: null },
    trend: TREND.slice(0, 1),
    by: 'day',
    versions: [1],
    languages: ['it'],
    steps: STEPS.slice(0, 1),
    errors: [{ id: 'f', label: 'Email', code_tag: 'root', step_title: 'ROOT', rule: 'campo_richiesto', count: 6 }],
    devices: [{ name: 'phone', count: 12 }],
    hours: [],
    referrers: [{ name: null, count: 5 }],
    searches: [{ name: '=1+1', count: 5 }],
  })
  expect(rows).toContainEqual(['visits', '', '', '18'])
  expect(rows).toContainEqual(['sent', '', '', ''])
  expect(rows).toContainEqual(['step_left', 'root', '', ''])
  expect(rows).toContainEqual(['step_median_seconds', 'root', '', '12.3'])
  expect(rows).toContainEqual(['field_error', 'root / Email', 'campo_richiesto', '6'])
  expect(rows).toContainEqual(['referrer', '(rare)', '', '5'])
  expect(rows.every((row) => row.length === 4)).toBe(true)
})
