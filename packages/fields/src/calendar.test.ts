import { describe, expect, test } from 'vitest'
import { dayText, isDay, isDayTime, type Period, shiftDay } from './calendar.ts'

describe('calendar day', () => {
  test.each<[day: string, valid: boolean, why: string]>([
    ['2026-03-10', true, 'an ordinary day'],
    ['2024-02-29', true, 'every fourth year is a leap year'],
    ['2026-02-29', false, 'the others are not'],
    ['2000-02-29', true, 'every fourth century is'],
    ['1900-02-29', false, 'the other centuries are not'],
    ['2026-04-31', false, 'April has 30 days'],
    ['2026-13-01', false, 'a year has 12 months'],
    ['2026-00-10', false, 'months count from 1'],
    ['2026-01-00', false, 'days count from 1'],
    ['0099-12-31', true, 'two-digit years are no 1900s'],
    ['9999-12-31', true, 'the last day of four digits'],
    ['2026-3-10', false, 'digits are padded'],
    ['10/03/2026', false, 'the wire has one way to write a day'],
    ['2026-03-10T10:00', false, 'a time is no part of a day'],
    ['2026-03-10 ', false, 'nothing stands after it'],
    ['+02026-03-10', false, 'no longer years'],
    ['', false, 'nothing is no day'],
  ])('isDay(%j): %s', (day, valid) => {
    expect(isDay(day)).toBe(valid)
  })

  test.each<[time: string, valid: boolean, why: string]>([
    ['2026-03-10T00:00', true, 'the first minute'],
    ['2026-03-10T23:59', true, 'the last minute'],
    ['2026-03-10T24:00', false, 'there is no hour 24'],
    ['2026-03-10T10:60', false, 'there is no minute 60'],
    ['2026-02-30T10:00', false, 'the day must exist'],
    ['2026-03-10T10:00:00', false, 'no seconds'],
    ['2026-03-10T10:00Z', false, 'no zone'],
    ['2026-03-10', false, 'the time is missing'],
  ])('isDayTime(%j): %s', (time, valid) => {
    expect(isDayTime(time)).toBe(valid)
  })
})

describe('shiftDay', () => {
  test.each<[from: string, count: number, period: Period, to: string, why: string]>([
    ['2026-03-10', 0, 'days', '2026-03-10', 'a shift of zero'],
    ['2026-03-10', -10, 'days', '2026-02-28', 'over the end of February'],
    ['2024-03-01', -1, 'days', '2024-02-29', 'into a leap day'],
    ['2026-03-10', 2, 'weeks', '2026-03-24', 'a week has 7 days'],
    ['2026-01-01', 1, 'months', '2026-01-31', 'a month has 30 days'],
    ['2026-03-10', -1, 'months', '2026-02-08', 'a month has 30 days, backwards too'],
    ['2026-01-01', 1, 'years', '2027-01-01', 'a year has 365 days'],
    ['2024-01-01', 1, 'years', '2024-12-31', 'a year has 365 days even where it is longer'],
    ['2026-03-29', 1, 'days', '2026-03-30', 'the night on which the clock changes'],
    ['2026-03-10', 20_000, 'years', '9999-12-31', 'no further than days can be written'],
    ['2026-03-10', -20_000, 'years', '0001-01-01', 'no further back than days can be written'],
    ['2026-03-10', 1e15, 'days', '9999-12-31', 'not even where the calendar of the machine ends'],
  ])('%s moved by %d %s is %s: %s', (from, count, period, to) => {
    expect(shiftDay(from, count, period)).toBe(to)
  })
})

test.each<[language: string, text: string]>([
  ['it', '02/01/2026'],
  // English uses day-first dates, because the date fields are day first in every language.
  ['en', '02/01/2026'],
  ['de', '02.01.2026'],
  ['fr', '02/01/2026'],
  ['es', '02/01/2026'],
  ['nl', '02-01-2026'],
])('dayText in %s writes 2 January 2026 as %s', (language, text) => {
  expect(dayText('2026-01-02', language)).toBe(text)
})

test('dayText returns a text that is not a day unchanged', () => {
  expect(dayText('soon', 'it')).toBe('soon')
})
