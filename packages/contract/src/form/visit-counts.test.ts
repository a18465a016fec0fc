import { expect, test } from 'vitest'
import { durationClass, durationQuantile, LAST_DURATION_CLASS, secondsOfClass } from './visit-counts.ts'

test.each([0, 0.2, 1, 1.1, 2, 7.4, 30, 61, 600, 3_599])('a duration of %d seconds is at most 10 % from the duration that stands for its class', (seconds) => {
  const shown = secondsOfClass(durationClass(seconds))
  expect(Math.abs(shown - Math.max(1, seconds)) / Math.max(1, seconds)).toBeLessThanOrEqual(0.1)
})

test.each([
  [-1, 0],
  [Number.NaN, 0],
  [3_600, LAST_DURATION_CLASS],
  [86_400, LAST_DURATION_CLASS],
  [Number.POSITIVE_INFINITY, LAST_DURATION_CLASS],
])('a duration of %d seconds belongs to class %i', (seconds, number) => expect(durationClass(seconds)).toBe(number))

test('the classes follow each other without gaps', () => {
  const classes = new Set(Array.from({ length: 36_000 }, (_, tenths) => durationClass(tenths / 10)))
  expect([...classes]).toEqual(Array.from({ length: LAST_DURATION_CLASS + 1 }, (_, number) => number))
})

test('the quantiles of durations are those of the sorted durations', () => {
  const durations = Array.from({ length: 1_001 }, (_, at) => 2 + at * 0.3)
  const classes = new Map<number, number>()
  for (const seconds of durations) classes.set(durationClass(seconds), (classes.get(durationClass(seconds)) ?? 0) + 1)
  for (const share of [0.1, 0.5, 0.9]) {
    const exact = durations[Math.floor(share * 1_000)] ?? 0
    expect(Math.abs((durationQuantile(classes, share) ?? 0) - exact) / exact).toBeLessThanOrEqual(0.1)
  }
  expect(durationQuantile(new Map(), 0.5)).toBeNull()
  expect(durationQuantile(new Map([[3, 0]]), 0.5)).toBeNull()
})
