import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('date')
const ITALIAN = ['data_formato', 'DD/MM/YYYY'] as const
const WITH_TIME = ['data_formato', 'DD/MM/YYYY HH:mm'] as const
const limits = (from: string, to: string) => ['data_limiti', from, to] as const
const noSuchDay = (day: string) => ['data_inesistente', day] as const
const on = (wire: string) => ({ wire })

const relative = (end: 'min' | 'max', period: 'days' | 'weeks' | 'months' | 'years', value?: number) => ({
  [`relative_${end}_period`]: period,
  ...(value !== undefined && { [`relative_${end}_value`]: value }),
})

const typed = [
  refuses('required: an empty text', {}, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: white space only', {}, '  ', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: an untouched field', {}, undefined, ['campo_richiesto'], REQUIRED),
  accepts('not required: an empty answer', { min: '2026-01-01' }, '', { wire: undefined }),
  accepts('day, month, year', {}, '10/03/2026', on('2026-03-10')),
  accepts('surrounding white space, which is trimmed', {}, ' 10/03/2026 ', on('2026-03-10')),
  accepts('day, month, year on an English page, because the author sets the format', {}, '10/03/2026', { ...on('2026-03-10'), language: 'en' }),
  accepts('29 February 2024, a leap year', {}, '29/02/2024', on('2024-02-29')),
  accepts('29 February 2000, a leap year', {}, '29/02/2000', on('2000-02-29')),
  accepts('31 December', {}, '31/12/1999', on('1999-12-31')),
  refuses('29 February 2026, not a leap year', {}, '29/02/2026', noSuchDay('29/02/2026'), on('2026-02-29')),
  refuses('29 February 1900, not a leap year', {}, '29/02/1900', noSuchDay('29/02/1900'), on('1900-02-29')),
  refuses('31 April', {}, '31/04/2026', noSuchDay('31/04/2026'), on('2026-04-31')),
  refuses('month 13', {}, '10/13/2026', ITALIAN, on('2026-13-10')),
  refuses('month 0', {}, '10/00/2026', ITALIAN, on('2026-00-10')),
  refuses('day 0', {}, '00/03/2026', ITALIAN, on('2026-03-00')),
  accepts('a day and a month of one digit', {}, '1/9/2026', on('2026-09-01')),
  accepts('a year of two digits: this year', {}, '20/11/26', on('2026-11-20')),
  accepts('a year of two digits: ten years ahead is in this century', {}, '01/01/36', on('2036-01-01')),
  accepts('a year of two digits: eleven years ahead is in the last century', {}, '01/01/37', on('1937-01-01')),
  accepts('a year of two digits: 85 means 1985', {}, '14/03/85', on('1985-03-14')),
  accepts('a year of two digits: the century that is not after max', relative('max', 'days', 0), '14/03/30', on('1930-03-14')),
  accepts('a year of two digits: the century that is not before min', { min: '2020-01-01' }, '14/03/85', on('2085-03-14')),
  refuses('a year of three digits', {}, '10/03/206', ITALIAN),
  refuses('a year of five digits', {}, '10/03/12026', ITALIAN),
  accepts('hyphens as separators', {}, '10-03-2026', on('2026-03-10')),
  accepts('dots as separators', {}, '10.03.2026', on('2026-03-10')),
  accepts('commas as separators', {}, '20,11,2026', on('2026-11-20')),
  accepts('spaces as separators', {}, '20 11 2026', on('2026-11-20')),
  accepts('separators surrounded by spaces', {}, '20 / 11 / 2026', on('2026-11-20')),
  accepts('mixed separators', {}, '10/03-2026', on('2026-03-10')),
  accepts('no separators', {}, '10032026', on('2026-03-10')),
  accepts('no separators and a year of two digits', {}, '100326', on('2026-03-10')),
  refuses('no separators and seven digits', {}, '1032026', ITALIAN),
  accepts('the ISO order: year first', {}, '2026-03-10', on('2026-03-10')),
  refuses('a word', {}, 'domani', ITALIAN),
  refuses('a date without a year', {}, '10/03', ITALIAN),
  refuses('digits of another script', {}, '١٠/٠٣/٢٠٢٦', ITALIAN),
  refuses('a number', {}, 20260310, ['campo_formato']),
  refuses('true', {}, true, ['campo_formato']),
  refuses('a list', {}, ['2026-03-10'], ['campo_formato']),
]

const formats = [
  accepts('format YYYY-MM-DD: year typed first', { format: 'YYYY-MM-DD' }, '2026-03-10', on('2026-03-10')),
  refuses('format YYYY-MM-DD: year typed last', { format: 'YYYY-MM-DD' }, '10-03-2026', ['data_formato', 'YYYY-MM-DD']),
  accepts('format MM/DD/YYYY: month typed first', { format: 'MM/DD/YYYY' }, '03/10/2026', on('2026-03-10')),
  refuses('format MM/DD/YYYY: month typed second', { format: 'MM/DD/YYYY' }, '25/12/2026', ['data_formato', 'MM/DD/YYYY'], on('2026-25-12')),
  accepts('format with dots: dots typed', { format: 'DD.MM.YYYY' }, '10.03.2026', on('2026-03-10')),
  accepts('format with dots: slashes typed', { format: 'DD.MM.YYYY' }, '10/03/2026', on('2026-03-10')),
  accepts('format: in lower case', { format: 'dd/mm/yyyy' }, '10/03/2026', on('2026-03-10')),
  accepts('format: in the Italian letters gg/mm/aaaa', { format: 'gg/mm/aaaa' }, '10/03/2026', on('2026-03-10')),
  accepts('format without separators', { format: 'YYYYMMDD' }, '20260310', on('2026-03-10')),
  accepts('separator without a format', { separator: '-' }, '10-03-2026', on('2026-03-10')),
  accepts('separator without a format: another one typed', { separator: '-' }, '10/03/2026', on('2026-03-10')),
  accepts('separator: replaces the format’s own separator', { format: 'YYYY/MM/DD', separator: '.' }, '2026.03.10', on('2026-03-10')),
  accepts('separator: the format’s own separator is accepted too', { format: 'YYYY/MM/DD', separator: '.' }, '2026/03/10', on('2026-03-10')),
  accepts('separator: is inserted into a format without separators', { format: 'YYYYMMDD', separator: '/' }, '2026/03/10', on('2026-03-10')),
  accepts('separator: may be left out', { format: 'YYYYMMDD', separator: '/' }, '20260310', on('2026-03-10')),
  accepts('separator: a space', { separator: ' ' }, '10 03 2026', on('2026-03-10')),
  accepts('separator: an empty one is ignored', { format: 'DD.MM.YYYY', separator: '' }, '10.03.2026', on('2026-03-10')),
  accepts('a format that cannot be parsed falls back to DD/MM/YYYY', { format: 'D MMM' }, '10/03/2026', on('2026-03-10')),
  accepts('a format without a month falls back to DD/MM/YYYY', { format: 'DD/DD/YYYY' }, '10/03/2026', on('2026-03-10')),
]

const fixed = [
  refuses('min: the day before', { min: '2026-01-01' }, '31/12/2025', limits('01/01/2026', ''), on('2025-12-31')),
  accepts('min: the day itself', { min: '2026-01-01' }, '01/01/2026', on('2026-01-01')),
  refuses('max: the day after', { max: '2026-12-31' }, '01/01/2027', limits('', '31/12/2026'), on('2027-01-01')),
  accepts('max: the day itself', { max: '2026-12-31' }, '31/12/2026', on('2026-12-31')),
  accepts('min and max on one day', { min: '2026-05-01', max: '2026-05-01' }, '01/05/2026', on('2026-05-01')),
  refuses('min written in the field’s format', { min: '01/01/2026' }, '31/12/2025', limits('01/01/2026', ''), on('2025-12-31')),
  accepts('min written in the field’s format, the day itself', { min: '01/01/2026' }, '01/01/2026', on('2026-01-01')),
  refuses('max written in the field’s format', { max: '31.12.2026', format: 'DD.MM.YYYY' }, '01.01.2027', limits('', '31.12.2026'), on('2027-01-01')),
  refuses('a day that does not exist is reported before the bounds', { min: '2026-01-01' }, '31/02/2025', noSuchDay('31/02/2025'), on('2025-02-31')),
]

/**
 * Rows of the rules table for date inputs with limits relative to today. The expected days were calculated by hand from
 * Tuesday 10 March 2026; a month has 30 days, a year 365.
 */
const counted = (
  [
    ['min', 'days', -7, '03/03/2026', '2026-03-03', '02/03/2026', '2026-03-02'],
    ['max', 'days', 7, '17/03/2026', '2026-03-17', '18/03/2026', '2026-03-18'],
    ['min', 'days', 0, '10/03/2026', '2026-03-10', '09/03/2026', '2026-03-09'],
    ['max', 'days', 0, '10/03/2026', '2026-03-10', '11/03/2026', '2026-03-11'],
    ['min', 'days', 1, '11/03/2026', '2026-03-11', '10/03/2026', '2026-03-10'],
    ['max', 'days', -1, '09/03/2026', '2026-03-09', '10/03/2026', '2026-03-10'],
    ['min', 'weeks', -2, '24/02/2026', '2026-02-24', '23/02/2026', '2026-02-23'],
    ['max', 'weeks', 2, '24/03/2026', '2026-03-24', '25/03/2026', '2026-03-25'],
    ['min', 'months', -1, '08/02/2026', '2026-02-08', '07/02/2026', '2026-02-07'],
    ['max', 'months', 1, '09/04/2026', '2026-04-09', '10/04/2026', '2026-04-10'],
    ['max', 'months', 12, '05/03/2027', '2027-03-05', '06/03/2027', '2027-03-06'],
    ['min', 'years', -1, '10/03/2025', '2025-03-10', '09/03/2025', '2025-03-09'],
    ['max', 'years', 1, '10/03/2027', '2027-03-10', '11/03/2027', '2027-03-11'],
    ['min', 'years', -18, '14/03/2008', '2008-03-14', '13/03/2008', '2008-03-13'],
    ['max', 'years', -18, '14/03/2008', '2008-03-14', '15/03/2008', '2008-03-15'],
    ['min', 'years', 2, '09/03/2028', '2028-03-09', '08/03/2028', '2028-03-08'],
  ] as const
).flatMap(([end, period, value, lastIn, lastInDay, firstOut, firstOutDay]) => [
  accepts(`relative ${end} of ${value} ${period}: the bound itself`, relative(end, period, value), lastIn, on(lastInDay)),
  refuses(
    `relative ${end} of ${value} ${period}: a day beyond`,
    relative(end, period, value),
    firstOut,
    end === 'min' ? limits(lastIn, '') : limits('', lastIn),
    on(firstOutDay),
  ),
])

const combined = [
  accepts('a relative min without a value means today', relative('min', 'years'), '10/03/2026', on('2026-03-10')),
  refuses('a relative min without a value: yesterday', relative('min', 'years'), '09/03/2026', limits('10/03/2026', ''), on('2026-03-09')),
  accepts('a relative value without a period is ignored', { relative_min_value: 5 }, '01/01/1990', on('1990-01-01')),
  refuses(
    'fixed and relative min: the later one applies (relative)',
    { min: '2026-01-01', ...relative('min', 'days', -10) },
    '27/02/2026',
    limits('28/02/2026', ''),
    on('2026-02-27'),
  ),
  refuses(
    'fixed and relative min: the later one applies (fixed)',
    { min: '2026-03-05', ...relative('min', 'days', -10) },
    '04/03/2026',
    limits('05/03/2026', ''),
    on('2026-03-04'),
  ),
  refuses(
    'fixed and relative max: the earlier one applies (relative)',
    { max: '2026-12-31', ...relative('max', 'days', 10) },
    '21/03/2026',
    limits('', '20/03/2026'),
    on('2026-03-21'),
  ),
  refuses(
    'fixed and relative max: the earlier one applies (fixed)',
    { max: '2026-03-15', ...relative('max', 'days', 10) },
    '16/03/2026',
    limits('', '15/03/2026'),
    on('2026-03-16'),
  ),
  accepts('between a relative min and a relative max', { ...relative('min', 'days', -1), ...relative('max', 'days', 1) }, '10/03/2026', on('2026-03-10')),
  refuses(
    'a min later than the max rejects every day',
    { ...relative('min', 'days', 1), ...relative('max', 'days', -1) },
    '10/03/2026',
    limits('11/03/2026', '09/03/2026'),
    on('2026-03-10'),
  ),
]

const times = [
  accepts('time: a step of five minutes', { time: true }, '10/03/2026 09:05', on('2026-03-10T09:05')),
  accepts('time: midnight', { time: true }, '10/03/2026 00:00', on('2026-03-10T00:00')),
  accepts('time: the last step of the day', { time: true }, '10/03/2026 23:55', on('2026-03-10T23:55')),
  accepts('time: after a format set by the author', { time: true, format: 'YYYY-MM-DD' }, '2026-03-10 09:05', on('2026-03-10T09:05')),
  refuses('time: between two steps', { time: true }, '10/03/2026 09:07', WITH_TIME, on('2026-03-10T09:07')),
  refuses('time: the 24th hour', { time: true }, '10/03/2026 24:00', WITH_TIME, on('2026-03-10T24:00')),
  refuses('time: the 60th minute', { time: true }, '10/03/2026 09:60', WITH_TIME, on('2026-03-10T09:60')),
  refuses('time: missing', { time: true }, '10/03/2026', WITH_TIME, on('2026-03-10')),
  refuses('time: without its day', { time: true }, '09:05', WITH_TIME),
  refuses('time: on a day that does not exist', { time: true }, '31/02/2026 09:05', noSuchDay('31/02/2026'), on('2026-02-31T09:05')),
  refuses('a time in a field without `time`', {}, '10/03/2026 09:05', ITALIAN, on('2026-03-10T09:05')),
  refuses('time; required: an empty text', { time: true }, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  accepts('time: the day of max until 23:55', { time: true, max: '2026-03-10' }, '10/03/2026 23:55', on('2026-03-10T23:55')),
  accepts('time: the day of min from midnight', { time: true, min: '2026-03-10' }, '10/03/2026 00:00', on('2026-03-10T00:00')),
  refuses('time: midnight after the day of max', { time: true, max: '2026-03-10' }, '11/03/2026 00:00', limits('', '10/03/2026'), on('2026-03-11T00:00')),
  accepts('time: the day of a relative max until 23:55', { time: true, ...relative('max', 'days', 1) }, '11/03/2026 23:55', on('2026-03-11T23:55')),
  accepts('time: a min with an hour, at that hour', { time: true, min: '2026-03-10T10:00' }, '10/03/2026 10:00', on('2026-03-10T10:00')),
  refuses(
    'time: a min with an hour, a step before',
    { time: true, min: '2026-03-10T10:00' },
    '10/03/2026 09:55',
    limits('10/03/2026 10:00', ''),
    on('2026-03-10T09:55'),
  ),
  accepts('time: a max with an hour, at that hour', { time: true, max: '2026-03-10T18:00' }, '10/03/2026 18:00', on('2026-03-10T18:00')),
  refuses(
    'time: a max with an hour, a step after',
    { time: true, max: '2026-03-10T18:00' },
    '10/03/2026 18:05',
    limits('', '10/03/2026 18:00'),
    on('2026-03-10T18:05'),
  ),
  accepts('without `time`, a date counts as 12:00: min at 12:00', { min: '2026-03-10T12:00' }, '10/03/2026', on('2026-03-10')),
  refuses('without `time`, a date counts as 12:00: min at 13:00', { min: '2026-03-10T13:00' }, '10/03/2026', limits('10/03/2026', ''), on('2026-03-10')),
  accepts('without `time`, a date counts as 12:00: max at 12:00', { max: '2026-03-10T12:00' }, '10/03/2026', on('2026-03-10')),
  refuses('without `time`, a date counts as 12:00: max at 11:00', { max: '2026-03-10T11:00' }, '10/03/2026', limits('', '10/03/2026'), on('2026-03-10')),
]

export const date = [
  ...typed,
  ...formats,
  ...fixed,
  ...counted,
  ...combined,
  ...times,
  accepts('an ISO default, shown in the field’s format', { format: 'MM/DD/YYYY', default: '2026-03-10' }, undefined, on('2026-03-10')),
  accepts('a default with a time', { time: true, default: '2026-03-10T09:05' }, undefined, on('2026-03-10T09:05')),
  accepts('a known datum in the order day, month, year', {}, undefined, { field: { mapping: 'nato' }, known: { nato: '01/05/1980' }, wire: '1980-05-01' }),
  ...heldRules('date', {
    settings: {},
    datum: '1980-05-01',
    known: '1980-05-01',
    preset: '2026-01-02',
    typed: '10/03/2026',
    wire: '2026-03-10',
    empty: '',
  }),
]
