import { describe, expect, test } from 'vitest'
import { dayText, isDay, isDayTime, type Period, shiftDay } from './calendar.ts'

describe('isDay and isDayTime (whether a text is an existing day, or an existing day with a time)', () => {
  test.each<[day: string, valid: boolean, why: string]>([
    ['2026-03-10', true, 'an ordinary day'],
    ['2024-02-29', true, '29 February of a leap year'],
    ['2026-02-29', false, '29 February of another year'],
    ['2000-02-29', true, '29 February of 2000'],
    ['1900-02-29', false, '29 February of 1900'],
    ['2026-04-31', false, '31 April'],
    ['2026-13-01', false, 'month 13'],
    ['2026-00-10', false, 'month 0'],
    ['2026-01-00', false, 'day 0'],
    ['0099-12-31', true, 'a year below 100'],
    ['9999-12-31', true, 'the last day of a four-digit year'],
    ['2026-3-10', false, 'no leading zero'],
    ['10/03/2026', false, 'day, month, year'],
    ['2026-03-10T10:00', false, 'a date with a time'],
    ['2026-03-10 ', false, 'a trailing space'],
    ['+02026-03-10', false, 'a year of more than four digits'],
    ['', false, 'nothing is no day'],
  ])('isDay(%j) returns %s', (day, valid) => {
    expect(isDay(day)).toBe(valid)
  })

  test.each<[time: string, valid: boolean, why: string]>([
    ['2026-03-10T00:00', true, 'the first minute'],
    ['2026-03-10T23:59', true, 'the last minute'],
    ['2026-03-10T24:00', false, 'hour 24'],
    ['2026-03-10T10:60', false, 'minute 60'],
    ['2026-02-30T10:00', false, 'a day that does not exist'],
    ['2026-03-10T10:00:00', false, 'a time with seconds'],
    ['2026-03-10T10:00Z', false, 'a time with a zone'],
    ['2026-03-10', false, 'the time is missing'],
  ])('isDayTime(%j) returns %s', (time, valid) => {
    expect(isDayTime(time)).toBe(valid)
  })
})

describe('shiftDay (a day moved by a number of days, months or years)', () => {
  test.each<[from: string, count: number, period: Period, to: string, why: string]>([
    ['2026-03-10', 0, 'days', '2026-03-10', 'a shift of zero'],
    ['2026-03-10', -10, 'days', '2026-02-28', 'over the end of February'],
    ['2024-03-01', -1, 'days', '2024-02-29', 'into a leap day'],
    ['2026-03-10', 2, 'weeks', '2026-03-24', 'a week has 7 days'],
    ['2026-01-01', 1, 'months', '2026-01-31', 'a month has 30 days'],
    ['2026-03-10', -1, 'months', '2026-02-08', 'a month has 30 days, backwards too'],
    ['2026-01-01', 1, 'years', '2027-01-01', 'a year has 365 days'],
    ['2024-01-01', 1, 'years', '2024-12-31', 'a year has 365 days, in leap years too'],
    ['2026-03-29', 1, 'days', '2026-03-30', 'over the start of summer time'],
    ['2026-03-10', 20_000, 'years', '9999-12-31', 'the result is limited to the last four-digit year'],
    ['2026-03-10', -20_000, 'years', '0001-01-01', 'the result is limited to year 1'],
    ['2026-03-10', 1e15, 'days', '9999-12-31', 'a shift beyond the range of Date is limited too'],
  ])('the day %s moved by %d %s is %s (%s)', (from, count, period, to) => {
    expect(shiftDay(from, count, period)).toBe(to)
  })
})

test.each<[language: string, text: string]>([
  ['it', '02/01/2026'],
  // In English the day also comes first, because the date fields begin with the day in every language.
  ['en', '02/01/2026'],
  ['de', '02.01.2026'],
  ['fr', '02/01/2026'],
  ['es', '02/01/2026'],
  ['nl', '02-01-2026'],
])('dayText in the language %s writes 2 January 2026 as %s', (language, text) => {
  expect(dayText('2026-01-02', language)).toBe(text)
})

test('dayText returns any text that is not a day unchanged', () => {
  expect(dayText('soon', 'it')).toBe('soon')
})
