import { describe, expect, test } from 'vitest'
import { type DateSettings, date } from './definition.ts'
import { readDay, typedFormat, withSeparators, writeDay, yearWindow } from './typed-date.ts'

describe('typedFormat (order and separators of a date that the visitor types)', () => {
  test.each<[settings: DateSettings, format: string, why: string]>([
    [{}, 'DD/MM/YYYY', 'the Italian format is the default'],
    [{ format: 'DD-MM-YYYY' }, 'DD-MM-YYYY', 'the author’s separators are kept'],
    [{ format: 'DD/MM/YYYY', separator: '.' }, 'DD.MM.YYYY', 'the separator setting replaces the format’s separators'],
    [{ separator: '$' }, 'DD$MM$YYYY', 'a separator with a meaning in String.replace is used literally'],
    [{ format: 'YYYY/MM/DD' }, 'YYYY/MM/DD', 'year first'],
    [{ format: 'mm/dd/yyyy' }, 'MM/DD/YYYY', 'lower-case letters'],
    [{ format: 'gg/mm/aaaa' }, 'DD/MM/YYYY', 'the Italian letters gg/mm/aaaa'],
    [{ format: 'D/M/YY' }, 'DD/MM/YYYY', 'an ambiguous format falls back to the default'],
    [{ format: '' }, 'DD/MM/YYYY', 'an empty format falls back to the default'],
  ])('returns, for the settings %j, the format %s', (settings, format) => {
    expect(typedFormat(settings)).toBe(format)
  })
})

describe('a date that the visitor types', () => {
  test.each<[typed: string, settings: DateSettings, wire: string, why: string]>([
    ['10/03/2026', {}, '2026-03-10', 'day first'],
    [' 10/03/2026 ', {}, '2026-03-10', 'surrounding spaces are ignored'],
    ['03/10/2026', { format: 'MM/DD/YYYY' }, '2026-03-10', 'month first with format MM/DD/YYYY'],
    ['2026-03-10', { format: 'YYYY-MM-DD' }, '2026-03-10', 'year first, as in the API'],
    ['10.03.2026', { separator: '.' }, '2026-03-10', 'the author’s separator'],
    ['10/03/2026', { separator: '.' }, '2026-03-10', 'another separator is read too'],
    ['1/3/2026', {}, '2026-03-01', 'leading zeros are optional'],
    ['10/03/26', {}, '2026-03-10', 'a year of two digits'],
    ['aa/03/2026', {}, 'aa/03/2026', 'letters instead of digits'],
    ['١٠/03/2026', {}, '١٠/03/2026', 'digits of another script'],
    ['10/03/2026 09:05', { time: true }, '2026-03-10T09:05', 'a date with a time'],
    ['10/03/2026', { time: true }, '2026-03-10', 'a missing time is accepted here and rejected by the check'],
    ['31/02/2026', {}, '2026-02-31', 'a day that does not exist is parsed here and rejected by the check'],
  ])('is parsed: %j with the settings %j becomes %s', (typed, settings, wire) => {
    expect(date.read?.(typed, 'it', settings, '2026-03-10')).toBe(wire)
  })

  test('is shown in a format that can be parsed again', () => {
    for (const format of ['DD/MM/YYYY', 'YYYY-MM-DD', 'MM.DD.YYYY']) expect(readDay(writeDay('2026-03-10', format), format)).toBe('2026-03-10')
    expect(date.show?.('2026-03-10T09:05', 'it', { time: true })).toBe('10/03/2026 09:05')
    expect(date.show?.('half a d', 'it', {})).toBe('half a d')
  })
})

test('readTypedDay rejects a two-digit year if today’s date is unknown', () => {
  expect(date.read?.('10/03/26', 'it', {})).toBe('10/03/26')
})

test.each<[bounds: { min?: string; max?: string }, first: number, last: number]>([
  [{}, 1937, 2036],
  [{ max: '2026-03-10' }, 1927, 2026],
  [{ max: '2050-01-01' }, 1937, 2036],
  [{ max: '2008-03-14' }, 1909, 2008],
  [{ min: '1900-01-01' }, 1937, 2036],
  [{ min: '2026-03-10' }, 2026, 2125],
])('yearWindow with the limits %j interprets a two-digit year as a year from %i to %i', (bounds, first, last) => {
  expect(yearWindow(bounds, '2026-03-10')).toEqual({ first, last })
})

/** Returns the text in a date field after the visitor has pressed the given keys one after the other. */
function afterKeys(keys: string, format: string): string {
  return [...keys].reduce((shown, key) => withSeparators(shown + key, shown, format), '')
}

test.each<[keys: string, format: string, shown: string]>([
  ['20112026', 'DD/MM/YYYY', '20/11/2026'],
  ['201', 'DD/MM/YYYY', '20/1'],
  ['20/11/2026', 'DD/MM/YYYY', '20/11/2026'],
  ['20.11.2026', 'DD/MM/YYYY', '20/11/2026'],
  ['1-9-2026', 'DD/MM/YYYY', '1/9/2026'],
  ['20 11 2026', 'DD.MM.YYYY', '20.11.2026'],
  ['20//11', 'DD/MM/YYYY', '20/11'],
  ['20260310', 'YYYY-MM-DD', '2026-03-10'],
  ['20260310', 'YYYYMMDD', '20260310'],
  ['2 marzo', 'DD/MM/YYYY', '2/marzo'],
])('withSeparators: typing %j into a date field with the format %s shows %j', (keys, format, shown) => {
  expect(afterKeys(keys, format)).toBe(shown)
})

test('withSeparators does not restore a deleted separator and does not change a pasted date', () => {
  expect(withSeparators('20', '20/', 'DD/MM/YYYY')).toBe('20')
  expect(withSeparators('20.11.2026', '', 'DD/MM/YYYY')).toBe('20.11.2026')
})
