import { describe, expect, test } from 'vitest'
import { type DateSettings, date, dateBounds } from './definition.ts'

const today = '2026-03-10'
const check = (value: string, settings: DateSettings) => date.check(value, settings, { today, matches: () => true })

describe('date input', () => {
  test.each<[why: string, value: string, settings: DateSettings, code: string | undefined]>([
    ['any day is valid without settings', '2026-03-10', {}, undefined],
    ['the month does not have the day', '2026-02-30', {}, 'data_inesistente'],
    ['the month does not exist', '2026-13-10', {}, 'data_formato'],
    ['a time is not allowed without `time`', '2026-03-10T10:00', {}, 'data_formato'],
    ['a time is required with `time`', '2026-03-10', { time: true }, 'data_formato'],
    ['a date with a time is valid with `time`', '2026-03-10T10:00', { time: true }, undefined],
    ['the minutes must be a multiple of five', '2026-03-10T10:07', { time: true }, 'data_formato'],
    ['the day of min', '2026-01-01', { min: '2026-01-01' }, undefined],
    ['the day before min', '2025-12-31', { min: '2026-01-01' }, 'data_limiti'],
    ['the day of max', '2026-12-31', { max: '2026-12-31' }, undefined],
    ['the day after max', '2027-01-01', { max: '2026-12-31' }, 'data_limiti'],
    ['23:55 on the day of max is valid', '2026-12-31T23:55', { max: '2026-12-31', time: true }, undefined],
    ['today is the last day', '2026-03-10', { relative_max_period: 'days', relative_max_value: 0 }, undefined],
    ['tomorrow is too late', '2026-03-11', { relative_max_period: 'days', relative_max_value: 0 }, 'data_limiti'],
    ['a relative min without a value means today', '2026-03-09', { relative_min_period: 'days' }, 'data_limiti'],
    ['30 days ago is a month ago', '2026-02-08', { relative_min_period: 'months', relative_min_value: -1 }, undefined],
    ['31 days ago is more than a month ago', '2026-02-07', { relative_min_period: 'months', relative_min_value: -1 }, 'data_limiti'],
    ['365 days ahead is a year ahead', '2027-03-10', { relative_max_period: 'years', relative_max_value: 1 }, undefined],
    ['366 days ahead is more than a year', '2027-03-11', { relative_max_period: 'years', relative_max_value: 1 }, 'data_limiti'],
    ['a min that is no date is ignored', '1800-01-01', { min: 'soon' }, undefined],
  ])('checks a date (%s): %s with the settings %j (expected error: %s)', (_why, value, settings, code) => {
    expect(check(value, settings).map((issue) => issue.code)).toEqual(code === undefined ? [] : [code])
  })

  test('shows dates in error messages in the format that the author has set', () => {
    expect(check('x', { format: 'YYYY-MM-DD' })).toEqual([{ code: 'data_formato', params: ['YYYY-MM-DD'] }])
    expect(check('x', { time: true })).toEqual([{ code: 'data_formato', params: ['DD/MM/YYYY HH:mm'] }])
    expect(check('x', {})).toEqual([{ code: 'data_formato', params: ['DD/MM/YYYY'] }])
  })

  test.each<[settings: DateSettings, params: string[]]>([
    [{ min: '2030-01-01' }, ['01/01/2030', '']],
    [{ max: '2020-12-31', separator: '.' }, ['', '31.12.2020']],
    [{ relative_min_period: 'days', relative_min_value: -60, max: '2026-01-20' }, ['09/01/2026', '20/01/2026']],
  ])('shows the limits from the settings %j in the error message, in the date format of the field', (settings, params) => {
    expect(check('2026-02-01', settings)).toEqual([{ code: 'data_limiti', params }])
  })

  test('applies the stricter limit if both a fixed and a relative limit are set', () => {
    const settings: DateSettings = {
      min: '2026-01-01',
      max: '2026-12-31',
      relative_min_period: 'days',
      relative_min_value: -10,
      relative_max_period: 'days',
      relative_max_value: 10,
    }
    expect(dateBounds(settings, today)).toEqual({ min: '2026-02-28', max: '2026-03-20' })
    expect(dateBounds(settings, '2025-12-31')).toEqual({ min: '2026-01-01', max: '2026-01-10' })
    expect(dateBounds({}, today)).toEqual({})
  })

  test('writes a date for people in the format of the language', () => {
    const words = (language: string) => ({ language, yes: '', no: '' })
    expect(date.text('2026-01-02', {}, words('it'))).toBe('02/01/2026')
    expect(date.text('2026-01-02T09:05', { time: true }, words('it'))).toBe('02/01/2026 09:05')
    expect(date.text('2026-01-02', {}, words('en')), 'English is day first, as typed').toBe('02/01/2026')
    expect(date.text('2026-01-02', {}, words('de'))).toBe('02.01.2026')
  })
})
